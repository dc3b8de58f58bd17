#include "app/gpu/buffer.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "core/grad/backend.h"

namespace glassformer {

namespace {

// A few sizes instead of all: eighths of a power of two, so that at most an eighth is wasted.
std::size_t rounded(std::size_t bytes) {
  std::size_t step = 256;
  while (step * 16 <= bytes) step *= 2;
  return (bytes + step - 1) / step * step;
}

// There are only so many kinds of errors; a context that is lost reports one for ever.
void clear_errors() {
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
}

}  // namespace

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
  while (idle_bytes_ > most_idle_bytes_) drop_one();
  for (;;) {
    clear_errors();
    Buffer buffer{0, size};
    glGenBuffers(1, &buffer.name);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.name);
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size), nullptr,
                 usage_ != 0 ? usage_ : GL_DYNAMIC_COPY);
    if (buffer.name != 0 && glGetError() == GL_NO_ERROR) {
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

void BufferPool::drop_one() {
  const auto largest = std::prev(idle_.end());
  glDeleteBuffers(1, &largest->second);
  idle_bytes_ -= largest->first;
  idle_.erase(largest);
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
