#include "app/gpu/buffer.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <utility>

#include "core/grad/backend.h"

namespace glassformer {

namespace {

// A few sizes instead of all: eighths of a power of two, so that at most an eighth is wasted.
std::size_t rounded(std::size_t bytes) {
  std::size_t step = 256;
  while (step * 16 <= bytes) step *= 2;
  return (bytes + step - 1) / step * step;
}

// All that OpenGL has to report; the first of them. There are only so many kinds of errors; a
// context that is lost reports one for ever.
unsigned errors() {
  const unsigned first = glGetError();
  for (int i = 0; i < 16 && first != GL_NO_ERROR && glGetError() != GL_NO_ERROR; ++i) {
  }
  return first;
}

}  // namespace

bool GlErrors::any() {
  return errors() != GL_NO_ERROR;
}

void GlErrors::keep() {
  const unsigned first = errors();
  if (kept_ == GL_NO_ERROR) kept_ = first;
}

unsigned GlErrors::take() {
  return std::exchange(kept_, static_cast<unsigned>(GL_NO_ERROR));
}

BufferPool::Buffer BufferPool::take(std::size_t bytes) {
  const std::size_t size = rounded(bytes);
  const std::lock_guard lock(mutex_);
  if (const auto found = idle_.find(size); found != idle_.end()) {
    const Buffer buffer{found->second, size};
    idle_.erase(found);
    idle_bytes_ -= size;
    used_bytes_ += size;
    return buffer;
  }
  errors_.keep();
  for (;;) {
    Buffer buffer{0, size};
    glGenBuffers(1, &buffer.name);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.name);
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size), nullptr,
                 usage_ != 0 ? usage_ : GL_DYNAMIC_COPY);
    if (!GlErrors::any() && buffer.name != 0) {
      used_bytes_ += size;
      return buffer;
    }
    glDeleteBuffers(1, &buffer.name);
    if (idle_.empty()) break;
    while (!idle_.empty()) drop_one();
  }
  throw DeviceError(
      fmt::format("The graphics card has no room for another {:.1f} MB ({:.1f} MB are in use); the "
                  "CPU computes instead. A smaller model, or fewer tokens, would fit.",
                  static_cast<double>(size) / 1e6, static_cast<double>(used_bytes_) / 1e6));
}

void BufferPool::give(Buffer buffer) {
  const std::lock_guard lock(mutex_);
  idle_.emplace(buffer.bytes, buffer.name);
  idle_bytes_ += buffer.bytes;
  used_bytes_ -= buffer.bytes;
}

unsigned BufferPool::take_error() {
  const std::lock_guard lock(mutex_);
  return errors_.take();
}

void BufferPool::drop_one() {
  const auto largest = std::prev(idle_.end());
  glDeleteBuffers(1, &largest->second);
  idle_bytes_ -= largest->first;
  idle_.erase(largest);
}

void BufferPool::trim() {
  const std::lock_guard lock(mutex_);
  while (idle_bytes_ > max_idle_bytes_) drop_one();
}

void BufferPool::clear() {
  const std::lock_guard lock(mutex_);
  while (!idle_.empty()) drop_one();
}

std::size_t BufferPool::used_bytes() const {
  const std::lock_guard lock(mutex_);
  return used_bytes_;
}

}  // namespace glassformer
