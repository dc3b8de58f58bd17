#include "core/embed/vectors/rows.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <new>

#include "core/tensor/large_memory.h"

namespace glassformer {

namespace {
constexpr std::size_t kLine = 64;  // bytes
constexpr std::size_t kLineFloats = kLine / sizeof(float);

std::shared_ptr<float[]> zeros(std::size_t count, std::size_t stride) {
  if (stride != 0 && count > std::numeric_limits<std::size_t>::max() / sizeof(float) / stride) {
    throw std::bad_alloc();
  }
  // Rows are visited at random: pages of 2 MB are worth more here than anywhere.
  const std::shared_ptr<std::byte[]> memory = large_memory(count * stride * sizeof(float));
  auto* const cells = reinterpret_cast<float*>(memory.get());
  std::fill_n(cells, count * stride, 0.0F);
  return {memory, cells};
}
}  // namespace

RowsBuilder::RowsBuilder(std::size_t count, std::size_t dim)
    : count_(count),
      dim_(dim),
      stride_((dim + kLineFloats - 1) / kLineFloats * kLineFloats),
      data_(zeros(count, stride_)) {}

bool any_not_finite(std::span<const float> cells) {
  constexpr std::uint32_t exponent = 0x7F800000;  // all its bits are set in ∞ and nan alone
  std::uint32_t found = 0;
  for (const float cell : cells) {
    found |= (std::bit_cast<std::uint32_t>(cell) & exponent) == exponent ? 1U : 0U;
  }
  return found != 0;
}

bool any_not_finite(const RowsBuilder& rows) {
  return any_not_finite({rows.data(), rows.count() * rows.stride()});
}

}  // namespace glassformer
