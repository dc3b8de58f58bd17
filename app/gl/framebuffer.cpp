#include "app/gl/framebuffer.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "app/gl/current.h"
#include "core/tensor/error.h"

namespace glassformer {

Framebuffer::Framebuffer(int width, int height) : width_(width), height_(height) {
  GLint max_size = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max_size);
  if (width < 1 || height < 1 || width > max_size || height > max_size) {
    throw UserError(fmt::format(
        "A picture of {} × {} px cannot be drawn: this driver takes 1 to {} px a side. Choose a "
        "size within.",
        width, height, max_size));
  }
  glGenFramebuffers(1, &handle_);
  glGenTextures(1, &colors_);
  glBindFramebuffer(GL_FRAMEBUFFER, handle_);
  // A texture in this order of bytes, and not a renderbuffer: software drivers blend into it a
  // quarter faster.
  glBindTexture(GL_TEXTURE_2D, colors_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colors_, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    glDeleteFramebuffers(1, &handle_);
    glDeleteTextures(1, &colors_);
    throw UserError(fmt::format(
        "A picture of {} × {} px cannot be drawn: the OpenGL driver has no memory for it. Choose a "
        "smaller size.",
        width, height));
  }
}

Framebuffer::~Framebuffer() {
  if (!has_current_context()) return;  // it is gone with all it had
  glDeleteFramebuffers(1, &handle_);
  glDeleteTextures(1, &colors_);
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, handle_);
}

void Framebuffer::copy_to_window() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, handle_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

std::vector<unsigned char> Framebuffer::read() const {
  bind();
  const std::size_t row = static_cast<std::size_t>(width_) * 4;
  const auto rows = static_cast<std::size_t>(height_);
  std::vector<unsigned char> pixels(row * rows);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  for (std::size_t low = 0, high = rows - 1; low < high; ++low, --high) {  // they come upwards
    unsigned char* const below = pixels.data() + row * low;
    std::swap_ranges(below, below + row, pixels.data() + row * high);
  }
  return pixels;
}

}  // namespace glassformer
