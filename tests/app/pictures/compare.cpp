#include "tests/app/pictures/compare.h"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace glassformer::testing {

namespace {

constexpr int kClear = 48;  // what an eye sees as another colour

int largest_step(const Pixels& a, const Pixels& b, std::size_t pixel) {
  int most = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    most = std::max(most, std::abs(static_cast<int>(a.rgba[4 * pixel + c]) -
                                   static_cast<int>(b.rgba[4 * pixel + c])));
  }
  return most;
}

}  // namespace

Pixels halved(const Pixels& pixels) {
  Pixels half{pixels.width / 2, pixels.height / 2, {}};
  half.rgba.resize(4 * static_cast<std::size_t>(half.width) *
                   static_cast<std::size_t>(half.height));
  const auto from = [&](int x, int y, int c) {
    return pixels.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                            static_cast<std::size_t>(x)) +
                       static_cast<std::size_t>(c)];
  };
  std::size_t at = 0;
  for (int y = 0; y < half.height; ++y) {
    for (int x = 0; x < half.width; ++x) {
      for (int c = 0; c < 4; ++c) {
        const int sum = from(2 * x, 2 * y, c) + from(2 * x + 1, 2 * y, c) +
                        from(2 * x, 2 * y + 1, c) + from(2 * x + 1, 2 * y + 1, c);
        half.rgba[at++] = static_cast<unsigned char>((sum + 2) / 4);
      }
    }
  }
  return half;
}

Pixels coarser(Pixels pixels) {
  for (unsigned char& value : pixels.rgba) {
    value = static_cast<unsigned char>((value * 15 + 127) / 255 * 17);
  }
  return pixels;
}

Difference difference(const Pixels& a, const Pixels& b) {
  if (a.width != b.width || a.height != b.height) return {255, 1};
  const std::size_t count = static_cast<std::size_t>(a.width) * static_cast<std::size_t>(a.height);
  double sum = 0;
  std::size_t clear = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      sum += std::abs(static_cast<int>(a.rgba[4 * i + c]) - static_cast<int>(b.rgba[4 * i + c]));
    }
    clear += largest_step(a, b, i) > kClear ? 1 : 0;
  }
  return {sum / static_cast<double>(3 * count),
          static_cast<double>(clear) / static_cast<double>(count)};
}

Pixels marked(const Pixels& a, const Pixels& b) {
  Pixels result = a;
  if (a.width != b.width || a.height != b.height) return result;
  for (std::size_t i = 0; 4 * i < a.rgba.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      result.rgba[4 * i + c] = static_cast<unsigned char>(192 + a.rgba[4 * i + c] / 4);
    }
    if (largest_step(a, b, i) <= kClear) continue;
    result.rgba[4 * i] = 220;
    result.rgba[4 * i + 1] = result.rgba[4 * i + 2] = 0;
  }
  return result;
}

std::optional<Pixels> read_png(const std::filesystem::path& file) {
  int width = 0, height = 0, channels = 0;
  unsigned char* data = stbi_load(file.c_str(), &width, &height, &channels, 4);
  if (data == nullptr) return std::nullopt;
  Pixels pixels{width, height, {}};
  pixels.rgba.assign(data,
                     data + 4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  stbi_image_free(data);
  return pixels;
}

}  // namespace glassformer::testing
