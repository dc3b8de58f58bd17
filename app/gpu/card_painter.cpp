#include "app/gpu/card_painter.h"

#include <epoxy/gl.h>

#include <algorithm>

#include "app/gl/compute_program.h"
#include "app/gpu/device.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

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
  const auto count = static_cast<int>(shape.cells());
  const int shares = std::min(most_shares, groups_for(count, 1024));
  glBindBuffer(GL_COPY_WRITE_BUFFER, colors_);
  glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(shades.colors.size_bytes()),
               shades.colors.data(), GL_STREAM_DRAW);
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

}  // namespace glassformer
