#include <algorithm>
#include <array>
#include <cmath>

#include "app/widgets/cloud_parts.h"

namespace glassformer {

namespace {

constexpr int kSteps = 4;    // places of a disc within a pixel, along each axis
constexpr int kSamples = 8;  // of the coverage of a pixel, along each axis

// A disc in pixels: how much of each is covered, 0 … 256, for each place within a pixel.
struct Disc {
  int side = 0;
  std::array<std::vector<std::uint16_t>, kSteps * kSteps> coverage;
};

Disc make_disc(float radius) {
  Disc disc;
  const int reach = static_cast<int>(std::ceil(radius)) + 1;
  disc.side = 2 * reach + 1;
  for (int step = 0; step < kSteps * kSteps; ++step) {
    const float cx =
        static_cast<float>(reach) + (static_cast<float>(step % kSteps) + 0.5F) / kSteps;
    const float cy =
        static_cast<float>(reach) + (static_cast<float>(step / kSteps) + 0.5F) / kSteps;
    auto& cells = disc.coverage[static_cast<std::size_t>(step)];
    for (int pixel = 0; pixel < disc.side * disc.side; ++pixel) {
      int hits = 0;
      for (int s = 0; s < kSamples * kSamples; ++s) {
        const float x = static_cast<float>(pixel % disc.side) +
                        (static_cast<float>(s % kSamples) + 0.5F) / kSamples;
        const float y = static_cast<float>(pixel / disc.side) +
                        (static_cast<float>(s / kSamples) + 0.5F) / kSamples;
        hits += static_cast<int>((x - cx) * (x - cx) + (y - cy) * (y - cy) <= radius * radius);
      }
      cells.push_back(static_cast<std::uint16_t>(hits * 256 / (kSamples * kSamples)));
    }
  }
  return disc;
}

std::uint32_t packed(Color c) {
  return static_cast<std::uint32_t>(c.r) | static_cast<std::uint32_t>(c.g) << 8U |
         static_cast<std::uint32_t>(c.b) << 16U | 0xFF000000U;
}

// `share` of 256 parts of `over`, two channels at a time.
std::uint32_t blended(std::uint32_t under, std::uint32_t over, std::uint32_t share) {
  const std::uint32_t odd = 0x00FF00FFU, rest = 256 - share;
  const std::uint32_t a = ((under & odd) * rest + (over & odd) * share) >> 8U & odd;
  const std::uint32_t b = ((under >> 8U & odd) * rest + (over >> 8U & odd) * share) & ~odd;
  return a | b;
}

}  // namespace

bool is_hidden(const PointCloud& cloud, std::size_t point) {
  return !cloud.hidden.empty() && cloud.hidden[point] != 0;
}

ImagePtr paint_cloud(const PointCloud& cloud, const CloudPlane& plane, float radius, Color ground,
                     bool grey, Color faint) {
  const int width = std::max(1, static_cast<int>(plane.area.w));
  const int height = std::max(1, static_cast<int>(plane.area.h));
  std::vector<std::uint32_t> pixels(
      static_cast<std::size_t>(width) * static_cast<std::size_t>(height), packed(ground));
  const Disc disc = make_disc(radius);
  const int reach = disc.side / 2;
  std::vector<std::uint32_t> colors;
  for (const Color color : cloud.colors) colors.push_back(packed(grey ? faint : color));
  // From the last to the first: the first, the most frequent words, lie on top.
  for (std::size_t i = cloud.x.size(); i-- > 0;) {
    if (is_hidden(cloud, i)) continue;
    const Vec at = plane.at(cloud.x[i], cloud.y[i]) - plane.area.origin();
    if (!(at.x >= 0 && at.y >= 0 && at.x < static_cast<float>(width) &&
          at.y < static_cast<float>(height))) {
      continue;
    }
    const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
    const auto part = [](float v, int whole) {
      return static_cast<std::size_t>((v - static_cast<float>(whole)) * kSteps);
    };
    const auto& cells = disc.coverage[part(at.y, y) * kSteps + part(at.x, x)];
    const std::uint32_t color = colors[cloud.shade.empty() ? 0 : cloud.shade[i]];
    const int left = std::max(0, x - reach), right = std::min(width, x + reach + 1);
    for (int row = std::max(0, y - reach); row < std::min(height, y + reach + 1); ++row) {
      std::uint32_t* to = pixels.data() + static_cast<std::ptrdiff_t>(row) * width;
      const std::uint16_t* from =
          cells.data() + static_cast<std::ptrdiff_t>(row - y + reach) * disc.side + reach - x;
      for (int col = left; col < right; ++col) {
        if (from[col] != 0) to[col] = blended(to[col], color, from[col]) | 0xFF000000U;
      }
    }
  }
  return Image::make(width, height, std::move(pixels));
}

}  // namespace glassformer
