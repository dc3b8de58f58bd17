#include "app/gpu/card_painter.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/gl/compute_program.h"
#include "app/gl/current.h"
#include "app/gpu/device.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr int max_shares = 1024;
// Mesa's software renderer leaves every loop of a thread that has gone round 65,535 times, all its
// loops together.
constexpr int max_turns = 60'000;
constexpr int points_at_once = 8192;  // there: up to six turns each

// Before the picture is drawn, or changed by the host, and before the next one has the same
// scratch.
constexpr GLbitfield painted_barriers =
    GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT;

// How often a thread of shaders/paint_cells.comp goes round its loops, at most.
std::int64_t turns_of(Shape cells, int rows, int cols) {
  const std::int64_t height = groups_for(cells.rows, rows), width = groups_for(cells.cols, cols);
  return height * (1 + width);
}

void bind(GLuint place, const Binding& buffer) {
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, place, buffer.name,
                    static_cast<GLintptr>(buffer.offset), static_cast<GLsizeiptr>(buffer.bytes));
}
void bind(GLuint place, GLuint buffer, std::size_t bytes) {
  bind(place, {buffer, 0, bytes});
}

void dispatch(const Device& device, int x, int y = 1) {
  glDispatchCompute(static_cast<GLuint>(x), static_cast<GLuint>(y), 1);
  device.dispatched();
}

}  // namespace

CardPainter::Program::~Program() {
  if (!has_current_context()) return;  // it is gone with all it had
  glDeleteProgram(handle_);
}

unsigned CardPainter::Program::handle(std::string& refusal) {
  if (std::exchange(tried_, true)) return handle_;
  try {
    handle_ = compile_compute(file_, defines_);
  } catch (const UserError& error) {
    if (refusal.empty()) refusal = error.what();
  }
  return handle_;
}

CardPainter::~CardPainter() {
  if (!has_current_context()) return;  // it is gone with all it had
  scratch_.clear();
}

const std::string& CardPainter::compile() {
  for (Program* program : {&largest_, &largest_packed_, &cells_, &placed_, &cloud_}) {
    program->handle(refusal_);
  }
  return refusal_;
}

bool CardPainter::with_scratch(
    std::span<const std::size_t> bytes,
    const std::function<bool(std::span<const BufferPool::Buffer>)>& use) {
  std::vector<BufferPool::Buffer> taken;
  bool done = false;
  try {
    for (const std::size_t size : bytes) taken.push_back(scratch_.take(size));
    done = use(taken);
  } catch (const DeviceError&) {  // no room, there or for what is sent
  }
  for (const BufferPool::Buffer& buffer : taken) scratch_.give(buffer);
  return done;
}

// Into `top`: of many cells, first that of each share. False if the card refuses.
bool CardPainter::find_largest(const GpuMat& mat, unsigned shares, unsigned top) {
  const Device& device = *mat.device();
  const auto count = static_cast<int>(mat.shape().cells());
  const int share_count = std::min(max_shares, groups_for(count, 4 * 512));
  const unsigned first = (count % 4 == 0 ? largest_packed_ : largest_).handle(refusal_);
  const unsigned then = largest_.handle(refusal_);
  if (first == 0 || then == 0) return false;
  const auto find = [&](GLuint program, GLuint from, int of, GLuint into, int groups) {
    bind(0, from, static_cast<std::size_t>(of) * sizeof(float));
    bind(1, into, static_cast<std::size_t>(groups) * sizeof(float));
    glUseProgram(program);
    glUniform1i(0, of);
    dispatch(device, groups);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  };
  find(first, mat.name(), count, share_count > 1 ? shares : top, share_count);
  if (share_count > 1) find(then, shares, share_count, top, 1);
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
  const unsigned paint = cells_.handle(refusal_);
  if (paint == 0) return false;
  const std::array<std::size_t, 2> wanted{max_shares * sizeof(float), sizeof(float)};
  return with_scratch(wanted, [&](std::span<const BufferPool::Buffer> scratch) {
    Sent colors;  // goes when the other context may know that the card has read it
    const Device::Use use(*mat->device());  // until the card has read it, nobody writes there
    colors = mat->device()->send(shades.colors);
    const unsigned top = scratch[1].name;
    if (!find_largest(*mat, scratch[0].name, top)) return false;
    bind(0, mat->name(), bytes);
    bind(1, top, sizeof(float));
    bind(2, colors.binding);
    glUseProgram(paint);
    glUniform1i(0, shape.rows);
    glUniform1i(1, shape.cols);
    glUniform1i(3, transposed ? 1 : 0);
    glUniform1i(4, shades.relative ? 1 : 0);
    glUniform1i(5, static_cast<GLint>(shades.colors.size()) - 4);
    glUniform1f(16, shades.min);
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    dispatch(*mat->device(), groups_for(width, 8), groups_for(height, 8));
    glMemoryBarrier(painted_barriers);
    return glGetError() == GL_NO_ERROR;
  });
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
  const unsigned placed = placed_.handle(refusal_), paint = cloud_.handle(refusal_);
  if (placed == 0 || paint == 0) return false;
  return with_scratch(std::span(&spot_bytes, 1), [&](std::span<const BufferPool::Buffer> scratch) {
    Sent colors, disc;  // go when the other context may know that the card has read them
    const Device::Use use(*mat->device());
    colors = mat->device()->send(layer.colors);
    disc = mat->device()->send(layer.disc);
    bind(0, mat->name(), bytes);
    bind(1, colors.binding);
    bind(2, scratch[0].name, spot_bytes);
    bind(3, disc.binding);
    glUseProgram(placed);
    glUniform1i(0, count);
    glUniform2i(1, width, height);
    glUniform1i(2, cloud.steps);
    glUniform2f(3, cloud.left, cloud.top);
    glUniform2f(4, cloud.middle_x, cloud.middle_y);
    glUniform2d(5, cloud.place_x, cloud.place_y);
    glUniform1d(6, cloud.unit);
    dispatch(*mat->device(), groups_for(count, 128));
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
      dispatch(*mat->device(), groups_for(width, 32), groups_for(height, 32));
      glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    }
    glMemoryBarrier(painted_barriers);
    return glGetError() == GL_NO_ERROR;
  });
}

}  // namespace glassformer
