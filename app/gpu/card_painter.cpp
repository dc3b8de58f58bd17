#include "app/gpu/card_painter.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "app/gl/compute_program.h"
#include "app/gpu/device.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

void fill(GLuint buffer, std::size_t bytes, const void* from) {
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), from, GL_STREAM_DRAW);
}

constexpr int max_shares = 1024;
// Mesa's software renderer leaves every loop of a thread that has gone round 65,535 times, all its
// loops together.
constexpr int max_turns = 60'000;
constexpr int points_at_once = 8192;  // there: up to six turns each

// How often a thread of shaders/paint_cells.comp goes round its loops, at most.
std::int64_t turns_of(Shape cells, int rows, int cols) {
  const std::int64_t height = groups_for(cells.rows, rows), width = groups_for(cells.cols, cols);
  return height * (1 + width);
}

void bind(GLuint place, GLuint buffer, std::size_t bytes) {
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, place, buffer, 0, static_cast<GLsizeiptr>(bytes));
}

}  // namespace

CardPainter::Program::~Program() {
  glDeleteProgram(handle_);
}

unsigned CardPainter::Program::handle() {
  if (std::exchange(tried_, true)) return handle_;
  try {
    handle_ = compile_compute(file_, defines_);
  } catch (const UserError&) {
  }
  return handle_;
}

CardPainter::~CardPainter() {
  for (const unsigned buffer : {shares_, top_, colors_, spots_, disc_}) {
    glDeleteBuffers(1, &buffer);
  }
}

void CardPainter::start() {
  if (shares_ != 0) return;
  for (unsigned* buffer : {&shares_, &top_, &colors_, &spots_, &disc_}) glGenBuffers(1, buffer);
}

// Into top_: of many cells, first that of each share. False if the card refuses.
bool CardPainter::find_largest(unsigned cells, int count) {
  const int shares = std::min(max_shares, groups_for(count, 4 * 512));
  const unsigned first = (count % 4 == 0 ? largest_packed_ : largest_).handle();
  const unsigned then = largest_.handle();
  if (first == 0 || then == 0) return false;
  fill(shares_, max_shares * sizeof(float), nullptr);
  fill(top_, sizeof(float), nullptr);
  if (glGetError() != GL_NO_ERROR) return false;  // no room
  const auto find = [](GLuint program, GLuint from, int of, GLuint into, int groups) {
    bind(0, from, static_cast<std::size_t>(of) * sizeof(float));
    bind(1, into, static_cast<std::size_t>(groups) * sizeof(float));
    glUseProgram(program);
    glUniform1i(0, of);
    glDispatchCompute(static_cast<GLuint>(groups), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  };
  find(first, cells, count, shares > 1 ? shares_ : top_, shares);
  if (shares > 1) find(then, shares_, shares, top_, 1);
  return true;
}

bool CardPainter::paint(unsigned texture, int width, int height, const DeviceMat& cells,
                        bool transposed, const CardShades& shades) {
  const auto* mat = dynamic_cast<const GpuMat*>(&cells);
  if (mat == nullptr) return false;
  const Shape shape = cells.shape();
  const std::size_t bytes = shape.cells() * sizeof(float);
  if (bytes > mat->device()->max_bytes()) return false;
  const int rows = transposed ? width : height, cols = transposed ? height : width;
  if (mat->device()->facts().software && turns_of(shape, rows, cols) > max_turns) return false;
  const unsigned paint = cells_.handle();
  if (paint == 0) return false;
  start();
  const Device::Use use(*mat->device());  // until the card has read it, nobody writes there
  fill(colors_, shades.colors.size_bytes(), shades.colors.data());
  if (!find_largest(mat->name(), static_cast<int>(shape.cells()))) return false;
  bind(0, mat->name(), bytes);
  bind(1, top_, sizeof(float));
  bind(2, colors_, shades.colors.size_bytes());
  glUseProgram(paint);
  glUniform1i(0, shape.rows);
  glUniform1i(1, shape.cols);
  glUniform1i(3, transposed ? 1 : 0);
  glUniform1i(4, shades.relative ? 1 : 0);
  glUniform1i(5, static_cast<GLint>(shades.colors.size()) - 4);
  glUniform1f(16, shades.min);
  glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  glDispatchCompute(static_cast<GLuint>(groups_for(width, 8)),
                    static_cast<GLuint>(groups_for(height, 8)), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
  return glGetError() == GL_NO_ERROR;
}

bool CardPainter::paint(unsigned texture, int width, int height, const CardCloud& cloud) {
  bool is_first = true;
  for (const CardLayer& layer : cloud.layers) {
    if (!paint(texture, width, height, cloud, layer, is_first)) return false;
    is_first = false;
  }
  return !is_first;
}

bool CardPainter::paint(unsigned texture, int width, int height, const CardCloud& cloud,
                        const CardLayer& layer, bool is_first) {
  const auto* mat = dynamic_cast<const GpuMat*>(&cloud.points);
  if (mat == nullptr) return false;
  const int count = mat->shape().rows;
  const std::size_t bytes = mat->shape().cells() * sizeof(float);
  const std::size_t spot_bytes = static_cast<std::size_t>(count) * 4 * sizeof(int);
  if (count == 0 || std::max(bytes, spot_bytes) > mat->device()->max_bytes()) return false;
  const unsigned placed = placed_.handle(), paint = cloud_.handle();
  if (placed == 0 || paint == 0) return false;
  start();
  const Device::Use use(*mat->device());
  fill(colors_, layer.colors.size_bytes(), layer.colors.data());
  fill(disc_, layer.disc.size_bytes(), layer.disc.data());
  fill(spots_, spot_bytes, nullptr);
  if (glGetError() != GL_NO_ERROR) return false;  // no room
  bind(0, mat->name(), bytes);
  bind(1, colors_, layer.colors.size_bytes());
  bind(2, spots_, spot_bytes);
  bind(3, disc_, layer.disc.size_bytes());
  glUseProgram(placed);
  glUniform1i(0, count);
  glUniform2i(1, width, height);
  glUniform1i(2, cloud.steps);
  glUniform2f(3, cloud.left, cloud.top);
  glUniform2f(4, cloud.middle_x, cloud.middle_y);
  glUniform2d(5, cloud.place_x, cloud.place_y);
  glUniform1d(6, cloud.unit);
  glDispatchCompute(static_cast<GLuint>(groups_for(count, 128)), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glUseProgram(paint);
  glUniform1i(1, layer.side);
  glUniform1ui(2, cloud.ground);
  glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
  const int at_once = mat->device()->facts().software ? points_at_once : count;
  for (int last = count; last > 0; last -= at_once) {  // each on top of the ones before
    glUniform1i(0, last);
    glUniform1i(3, std::max(last - at_once, 0));
    glUniform1i(4, is_first && last == count ? 1 : 0);
    glDispatchCompute(static_cast<GLuint>(groups_for(width, 32)),
                      static_cast<GLuint>(groups_for(height, 32)), 1);
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  }
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
  return glGetError() == GL_NO_ERROR;
}

}  // namespace glassformer
