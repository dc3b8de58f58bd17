#include "app/platform/icon.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glassformer {
namespace {

// All in units of the side, as in packaging/glassformer.svg; distances are negative inside.
float rounded_square(float x, float y, float half, float radius) {
  const float dx = std::max(0.0F, std::abs(x - 0.5F) - half + radius);
  const float dy = std::max(0.0F, std::abs(y - 0.5F) - half + radius);
  return std::hypot(dx, dy) - radius;
}

float disc(float x, float y, float cx, float cy, float radius) {
  return std::hypot(x - cx, y - cy) - radius;
}

// The upper half of a ring between two points of the line at `base`.
float arc(float x, float y, float from, float to, float base, float thickness) {
  const float radius = (to - from) / 2;
  if (y > base) return 1;
  return std::abs(std::hypot(x - (from + to) / 2, y - base) - radius) - thickness / 2;
}

}  // namespace

Pixels window_icon(int side) {
  constexpr Color pane = rgb(0x1f232a), key = rgb(0xf5a253), query = rgb(0xb596f7);
  constexpr std::array<float, 3> keys{0.18F, 0.39F, 0.61F}, weights{0.03F, 0.075F, 0.04F};
  constexpr float asking = 0.82F, base = 0.62F;
  Pixels icon{side, side, {}};
  const float pixel = 1.0F / static_cast<float>(side);
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const float x = (static_cast<float>(column) + 0.5F) * pixel;
      const float y = (static_cast<float>(row) + 0.5F) * pixel;
      // How much of the pixel lies inside of a shape at this distance.
      const auto cover = [&](float distance) {
        return std::clamp(0.5F - distance / pixel, 0.0F, 1.0F);
      };
      Color color = pane;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        color = mix(color, mix(key, query, (x - keys[i]) / (asking - keys[i])),
                    cover(arc(x, y, keys[i], asking, base, weights[i])));
      }
      for (const float at : keys) color = mix(color, key, cover(disc(x, y, at, base, 0.075F)));
      color = mix(color, query, cover(disc(x, y, asking, base, 0.085F)));
      const float alpha = cover(rounded_square(x, y, 0.47F, 0.21F));
      icon.rgba.insert(icon.rgba.end(), {color.r, color.g, color.b,
                                         static_cast<unsigned char>(std::lround(alpha * 255))});
    }
  }
  return icon;
}

}  // namespace glassformer
