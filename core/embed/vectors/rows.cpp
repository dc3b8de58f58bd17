#include "core/embed/vectors/rows.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

namespace glassformer {

namespace {
constexpr std::size_t kLine = 64;  // bytes
constexpr std::size_t kLineFloats = kLine / sizeof(float);

std::shared_ptr<float[]> zeros(std::size_t count, std::size_t stride) {
  if (stride != 0 && count > std::numeric_limits<std::size_t>::max() / sizeof(float) / stride) {
    throw std::bad_alloc();
  }
  const std::size_t bytes = std::max(count * stride * sizeof(float), kLine);
  auto* const memory = static_cast<float*>(std::aligned_alloc(kLine, bytes));
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // Rows are visited at random: with pages of 2 MB the processor knows where most of them lie. Only
  // advice, so it may fail.
  constexpr std::size_t huge = 2 << 20;
  if (bytes >= 2 * huge) {
    const std::size_t before = (huge - reinterpret_cast<std::uintptr_t>(memory) % huge) % huge;
    ::madvise(reinterpret_cast<char*>(memory) + before, (bytes - before) / huge * huge,
              MADV_HUGEPAGE);
  }
#endif
  std::fill_n(memory, bytes / sizeof(float), 0.0F);
  return {memory, [](float* p) { std::free(p); }};
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
