#include "core/embed/rows.h"

#include <algorithm>
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
  std::fill_n(memory, bytes / sizeof(float), 0.0F);
  return {memory, [](float* p) { std::free(p); }};
}
}  // namespace

RowsBuilder::RowsBuilder(std::size_t count, std::size_t dim)
    : count_(count),
      dim_(dim),
      stride_((dim + kLineFloats - 1) / kLineFloats * kLineFloats),
      data_(zeros(count, stride_)) {}

}  // namespace glassformer
