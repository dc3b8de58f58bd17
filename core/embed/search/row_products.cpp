#include "core/embed/search/row_products.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/vector_kernels.h"
#include "core/kernels/width.h"

namespace glassformer {

namespace {

// Row · row, that keeps its digits in a float.
constexpr float min_squared = 1e-30F, max_squared = 1e30F;

}  // namespace

float squared_distance(std::span<const float> a, std::span<const float> b) {
  return vector_kernels().squared_distance(a.data(), b.data(), a.size());
}

RowProducts::RowProducts(const Rows& rows, std::span<const std::span<const float>> queries)
    : rows_(rows),
      count_(queries.size()),
      width_(static_cast<std::size_t>(padded(static_cast<int>(rows.dim())))),
      padded_(count_ * width_, 0.0F) {
  // What pads a row of RowsBuilder is zero; a stride of anything else need not be.
  const auto wide = static_cast<std::size_t>(lanes_in_use());
  const bool all = rows.stride() % wide == 0 && rows.stride() <= width_;
  whole_ = all ? rows.stride() : rows.dim() / wide * wide;
  for (std::size_t n = 0; n < count_; ++n) {
    std::copy(queries[n].begin(), queries[n].end(), padded_.begin() + n * width_);
    queries_.push_back(padded_.data() + n * width_);
  }
}

float RowProducts::row(std::size_t row, std::span<float> to) const {
  const float own = products(rows_.data() + row * rows_.stride(), to);
  if (own >= min_squared && own <= max_squared) return own;
  const std::span<const float> cells = rows_[row];
  float largest = 0;
  for (const float cell : cells) largest = std::max(largest, std::abs(cell));
  if (!(largest > 0) || !std::isfinite(largest)) return own;
  std::vector<float> scaled(width_);
  std::transform(cells.begin(), cells.end(), scaled.begin(),
                 [&](float cell) { return cell / largest; });
  return products(scaled.data(), to);
}

float RowProducts::products(const float* cells, std::span<float> to) const {
  float own = vector_kernels().products(cells, queries_.data(), count_, whole_, to.data());
  for (std::size_t k = whole_; k < rows_.dim(); ++k) {
    own += cells[k] * cells[k];
    for (std::size_t i = 0; i < count_; ++i) to[i] += cells[k] * queries_[i][k];
  }
  return own;
}

}  // namespace glassformer
