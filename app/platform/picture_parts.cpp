#include "app/platform/picture_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace glassformer {

std::string decimal(float value) {
  std::string text = fmt::format("{:.3f}", std::isfinite(value) ? value : 0.0F);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

Pixels enlarged(const Image& image, const Rect& at) {
  constexpr int max_side = 2048;
  const float wanted =
      std::max(at.w / static_cast<float>(image.width), at.h / static_cast<float>(image.height));
  const int room = std::max(1, max_side / std::max(image.width, image.height));
  const int times = std::clamp(static_cast<int>(std::ceil(wanted)), 1, room);
  Pixels pixels{image.width * times, image.height * times, {}};
  const std::vector<std::uint32_t> cells = image.pixels();
  pixels.rgba.reserve(static_cast<std::size_t>(pixels.width) *
                      static_cast<std::size_t>(pixels.height) * 4);
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x) {
      const std::uint32_t p =
          cells[static_cast<std::size_t>(y / times) * static_cast<std::size_t>(image.width) +
                static_cast<std::size_t>(x / times)];
      for (unsigned shift = 0; shift < 32; shift += 8) {
        pixels.rgba.push_back(static_cast<unsigned char>(p >> shift & 0xFFU));
      }
    }
  }
  return pixels;
}

}  // namespace glassformer
