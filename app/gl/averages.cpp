#include "app/gl/averages.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace glassformer {
namespace {

// The pixels along one side that a pixel of the smaller picture covers, with weights that add up to
// 65536.
struct Taps {
  int first = 0;
  int count = 0;
  std::array<std::uint32_t, 3> weights{};
};

// From `from` pixels to `to`: an even side has two taps of one half; an odd side three, as each
// pixel covers 2 + 1/to of them.
std::vector<Taps> taps(int from, int to) {
  std::vector<Taps> all;
  all.reserve(static_cast<std::size_t>(to));
  for (int i = 0; i < to; ++i) {
    Taps t;
    t.first = i * from / to;
    const int last = ((i + 1) * from + to - 1) / to;  // one past
    t.count = std::min(last - t.first, 3);
    std::uint32_t sum = 0;
    for (int k = 0; k < t.count; ++k) {
      // In units of 1/to: what [i·from, (i+1)·from) has of [j·to, (j+1)·to).
      const int j = t.first + k;
      const int overlap = std::min((i + 1) * from, (j + 1) * to) - std::max(i * from, j * to);
      t.weights[static_cast<std::size_t>(k)] =
          static_cast<std::uint32_t>(static_cast<std::int64_t>(overlap) * 65536 / from);
      sum += t.weights[static_cast<std::size_t>(k)];
    }
    t.weights[0] += 65536 - sum;
    all.push_back(t);
  }
  return all;
}

}  // namespace

Halved halved(const std::uint32_t* rgba, int width, int height) {
  Halved half{std::max(1, width / 2), std::max(1, height / 2), {}};
  half.rgba.reserve(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height));
  if (width % 2 == 0 && height % 2 == 0) {
    for (int y = 0; y < half.height; ++y) {
      const std::uint32_t* above = rgba + static_cast<std::ptrdiff_t>(2 * y) * width;
      const std::uint32_t* below = above + width;
      for (int x = 0; x < half.width; ++x) {
        const std::array<std::uint32_t, 4> four{above[2 * x], above[2 * x + 1], below[2 * x],
                                                below[2 * x + 1]};
        // Two channels at a time, 16 bits of room for each.
        std::uint32_t even = 0x00020002U, odd = 0x00020002U;
        for (const std::uint32_t p : four) {
          even += p & 0x00FF00FFU;
          odd += p >> 8U & 0x00FF00FFU;
        }
        half.rgba.push_back((even >> 2U & 0x00FF00FFU) | (odd >> 2U & 0x00FF00FFU) << 8U);
      }
    }
    return half;
  }
  const std::vector<Taps> columns = taps(width, half.width), rows = taps(height, half.height);
  for (const Taps& row : rows) {
    for (const Taps& column : columns) {
      std::array<std::uint64_t, 4> sum{};
      for (int v = 0; v < row.count; ++v) {
        const std::uint32_t* line = rgba + static_cast<std::ptrdiff_t>(row.first + v) * width;
        for (int u = 0; u < column.count; ++u) {
          const std::uint64_t weight =
              static_cast<std::uint64_t>(row.weights[static_cast<std::size_t>(v)]) *
              column.weights[static_cast<std::size_t>(u)];
          const std::uint32_t pixel = line[column.first + u];
          for (unsigned c = 0; c < 4; ++c) sum[c] += weight * (pixel >> (8 * c) & 0xFFU);
        }
      }
      std::uint32_t pixel = 0;
      for (unsigned c = 0; c < 4; ++c) {
        pixel |= static_cast<std::uint32_t>((sum[c] + (1ULL << 31U)) >> 32U) << (8 * c);
      }
      half.rgba.push_back(pixel);
    }
  }
  return half;
}

}  // namespace glassformer
