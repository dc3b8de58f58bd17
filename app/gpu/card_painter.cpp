#include "app/gpu/card_painter.h"

#include <epoxy/gl.h>

#include <algorithm>

#include "app/gl/compute_program.h"
#include "app/gpu/device.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

void fill(GLuint buffer, std::size_t bytes, const void* from) {
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), from, GL_STREAM_DRAW);
}

constexpr int most_shares = 64;

void bind(GLuint place, GLuint buffer, std::size_t bytes) {
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, place, buffer, 0, static_cast<GLsizeiptr>(bytes));
}

}  // namespace

CardPainter::~CardPainter() {
  glDeleteProgram(largest_);
  glDeleteProgram(paint_);
  glDeleteBuffers(1, &shares_);
  glDeleteBuffers(1, &colors_);
  glDeleteProgram(spots_program_);
  glDeleteProgram(cloud_program_);
  glDeleteBuffers(1, &spots_);
  glDeleteBuffers(1, &disc_);
}

void CardPainter::start() {
  if (paint_ != 0) return;
  largest_ = compile_compute("largest.comp", "");
  paint_ = compile_compute("paint_cells.comp", "");
  glGenBuffers(1, &shares_);
  glBindBuffer(GL_COPY_WRITE_BUFFER, shares_);
  glBufferData(GL_COPY_WRITE_BUFFER, most_shares * sizeof(float), nullptr, GL_DYNAMIC_COPY);
  glGenBuffers(1, &colors_);
}

bool CardPainter::paint(unsigned texture, int width, int height, const DeviceMat& cells,
                        bool transposed, const CardShades& shades) {
  const auto* mat = dynamic_cast<const GpuMat*>(&cells);
  if (mat == nullptr) return false;
  const Shape shape = cells.shape();
  const std::size_t bytes = shape.cells() * sizeof(float);
  try {
    if (bytes > mat->device()->most_bytes()) return false;
    start();
  } catch (const UserError&) {
    return false;
  }
  const Device::Use use(*mat->device());  // until the card has read it, nobody writes there
  const auto count = static_cast<int>(shape.cells());
  const int shares = std::min(most_shares, groups_for(count, 1024));
  fill(colors_, shades.colors.size_bytes(), shades.colors.data());
  bind(0, mat->name(), bytes);
  bind(1, shares_, most_shares * sizeof(float));
  bind(2, colors_, shades.colors.size_bytes());
  glUseProgram(largest_);
  glUniform1i(0, count);
  glDispatchCompute(static_cast<GLuint>(shares), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glUseProgram(paint_);
  glUniform1i(0, shape.rows);
  glUniform1i(1, shape.cols);
  glUniform1i(2, shares);
  glUniform1i(3, transposed ? 1 : 0);
  glUniform1i(4, shades.relative ? 1 : 0);
  glUniform1i(5, static_cast<GLint>(shades.colors.size()) - 4);
  glUniform1f(16, shades.least);
  glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  glDispatchCompute(static_cast<GLuint>(groups_for(width, 8)),
                    static_cast<GLuint>(groups_for(height, 8)), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
  return glGetError() == GL_NO_ERROR;
}

void CardPainter::start_clouds() {
  start();
  if (cloud_program_ != 0) return;
  spots_program_ = compile_compute("cloud_spots.comp", "");
  cloud_program_ = compile_compute("paint_cloud.comp", "");
  glGenBuffers(1, &spots_);
  glGenBuffers(1, &disc_);
}

bool CardPainter::paint(unsigned texture, int width, int height, const CardCloud& cloud) {
  const auto* mat = dynamic_cast<const GpuMat*>(&cloud.points);
  if (mat == nullptr) return false;
  const int count = mat->shape().rows;
  const std::size_t bytes = mat->shape().cells() * sizeof(float);
  const std::size_t spot_bytes = static_cast<std::size_t>(count) * 4 * sizeof(int);
  try {
    if (count == 0 || std::max(bytes, spot_bytes) > mat->device()->most_bytes()) return false;
    start_clouds();
  } catch (const UserError&) {
    return false;
  }
  const Device::Use use(*mat->device());
  fill(colors_, cloud.colors.size_bytes(), cloud.colors.data());
  fill(disc_, cloud.disc.size_bytes(), cloud.disc.data());
  fill(spots_, spot_bytes, nullptr);
  bind(0, mat->name(), bytes);
  bind(1, colors_, cloud.colors.size_bytes());
  bind(2, spots_, spot_bytes);
  bind(3, disc_, cloud.disc.size_bytes());
  glUseProgram(spots_program_);
  glUniform1i(0, count);
  glUniform2i(1, width, height);
  glUniform1i(2, cloud.steps);
  glUniform2f(3, cloud.left, cloud.top);
  glUniform2f(4, cloud.middle_x, cloud.middle_y);
  glUniform2d(5, cloud.place_x, cloud.place_y);
  glUniform1d(6, cloud.unit);
  glDispatchCompute(static_cast<GLuint>(groups_for(count, 128)), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glUseProgram(cloud_program_);
  glUniform1i(0, count);
  glUniform1i(1, cloud.side);
  glUniform1ui(2, cloud.ground);
  glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  glDispatchCompute(static_cast<GLuint>(groups_for(width, 32)),
                    static_cast<GLuint>(groups_for(height, 32)), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
  return glGetError() == GL_NO_ERROR;
}

}  // namespace glassformer
