#include "app/gpu/painted.h"

#include <epoxy/gl.h>

namespace glassformer {

std::vector<std::uint32_t> painted(CardPainter& painter, int width, int height,
                                   const DeviceMat& cells, const CardShades& shades) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, width, height);
  std::vector<std::uint32_t> pixels;
  if (painter.paint(texture, width, height, cells, false, shades)) {
    pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  }
  glDeleteTextures(1, &texture);
  return pixels;
}

}  // namespace glassformer
