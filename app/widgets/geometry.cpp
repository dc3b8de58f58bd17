#include "app/widgets/contrast.h"

#include <cmath>

namespace glassformer {

Color mix(Color from, Color to, float t) {
  t = std::clamp(t, 0.0F, 1.0F);
  const auto channel = [t](std::uint8_t a, std::uint8_t b) {
    const float value = static_cast<float>(a) + (static_cast<float>(b) - static_cast<float>(a)) * t;
    return static_cast<std::uint8_t>(std::lround(value));
  };
  return {channel(from.r, to.r), channel(from.g, to.g), channel(from.b, to.b),
          channel(from.a, to.a)};
}

float luminance(Color c) {
  const auto linear = [](std::uint8_t byte) {
    const float v = static_cast<float>(byte) / 255.0F;
    return v <= 0.04045F ? v / 12.92F : std::pow((v + 0.055F) / 1.055F, 2.4F);
  };
  return 0.2126F * linear(c.r) + 0.7152F * linear(c.g) + 0.0722F * linear(c.b);
}

float contrast(Color a, Color b) {
  const float one = luminance(a) + 0.05F, other = luminance(b) + 0.05F;
  return std::max(one, other) / std::min(one, other);
}

Color recede(Color ink, Color behind, float share, float least) {
  constexpr float step = 0.05F, slack = 0.1F;
  Color quiet = ink;
  for (float t = step; t < share + step / 2; t += step) {
    const Color next = mix(ink, behind, t);
    if (contrast(next, behind) < least + slack) break;
    quiet = next;
  }
  return quiet;
}

}  // namespace glassformer
