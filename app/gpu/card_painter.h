#pragma once

#include <cstdint>
#include <span>

#include "core/tensor/device_mat.h"

namespace glassformer {

// What paint_on_card() needs to know of the colours: zero, nan, −∞, +∞, then the scale from `least`
// to 1, of the value or, if `relative`, of the value by the largest magnitude.
struct CardShades {
  std::span<const std::uint32_t> colors;  // 0xAABBGGRR
  float least = 0;
  bool relative = false;
};

// Draws pictures of matrices that lie on a graphics card, without bringing them to the host. Needs
// a current context that shares with the card's, also when destroyed.
class CardPainter {
 public:
  CardPainter() = default;
  ~CardPainter();
  CardPainter(const CardPainter&) = delete;
  CardPainter& operator=(const CardPainter&) = delete;

  // Fills the texture, of format GL_RGBA8 and that size; false if the card refuses.
  bool paint(unsigned texture, int width, int height, const DeviceMat& cells, bool transposed,
             const CardShades& shades);

 private:
  void start();
  unsigned largest_ = 0, paint_ = 0;  // programs
  unsigned shares_ = 0, colors_ = 0;  // buffers
};

}  // namespace glassformer
