#include "core/embed/search/row_products.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

constexpr std::size_t wide = static_cast<std::size_t>(lanes);

// Row · row, that keeps its digits in a float.
constexpr float min_squared = 1e-30F, max_squared = 1e30F;

float sum(Lanes cells) {
  float total[lanes];
  store_lanes(total, cells);
  for (int width = lanes / 2; width > 0; width /= 2) {
    for (int i = 0; i < width; ++i) total[i] += total[i + width];
  }
  return total[0];
}

// N queries at a time beside row · row: the row is read once.
template <int N>
float products_of(const float* row, const float* const* queries, std::size_t whole, float* to) {
  Lanes sums[N] = {}, more[N] = {};
  Lanes own = {}, more_own = {};
  std::size_t k = 0;
  for (; k + 2 * wide <= whole; k += 2 * wide) {
    const Lanes a = load_lanes(row + k), b = load_lanes(row + k + wide);
    own += a * a;
    more_own += b * b;
    for (int n = 0; n < N; ++n) {
      sums[n] += a * load_lanes(queries[n] + k);
      more[n] += b * load_lanes(queries[n] + k + wide);
    }
  }
  if (k < whole) {
    const Lanes a = load_lanes(row + k);
    own += a * a;
    for (int n = 0; n < N; ++n) sums[n] += a * load_lanes(queries[n] + k);
  }
  for (int n = 0; n < N; ++n) to[n] = sum(sums[n] + more[n]);
  return sum(own + more_own);
}

}  // namespace

float squared_distance(std::span<const float> a, std::span<const float> b) {
  Lanes sums{};
  std::size_t k = 0;
  for (; k + wide <= a.size(); k += wide) {
    const Lanes gap = load_lanes(a.data() + k) - load_lanes(b.data() + k);
    sums += gap * gap;
  }
  float squared = sum(sums);
  for (; k < a.size(); ++k) squared += (a[k] - b[k]) * (a[k] - b[k]);
  return squared;
}

RowProducts::RowProducts(const Rows& rows, std::span<const std::span<const float>> queries)
    : rows_(rows),
      count_(queries.size()),
      whole_(rows.stride() % wide == 0 ? rows.stride() : rows.dim() / wide * wide),
      width_((rows.dim() + wide - 1) / wide * wide),
      padded_(count_ * width_, 0.0F) {
  // What pads a row of RowsBuilder is zero; a stride of anything else need not be.
  if (whole_ > width_) whole_ = rows.dim() / wide * wide;
  for (std::size_t n = 0; n < count_; ++n) {
    std::copy(queries[n].begin(), queries[n].end(), padded_.begin() + n * width_);
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
  float own = 0;
  std::size_t n = 0;
  const auto query = [&](std::size_t i) { return padded_.data() + i * width_; };
  for (; n + 4 <= count_; n += 4) {
    const float* const some[] = {query(n), query(n + 1), query(n + 2), query(n + 3)};
    own = products_of<4>(cells, some, whole_, to.data() + n);
  }
  for (; n < count_; ++n) {
    const float* const one[] = {query(n)};
    own = products_of<1>(cells, one, whole_, to.data() + n);
  }
  for (std::size_t k = whole_; k < rows_.dim(); ++k) {
    own += cells[k] * cells[k];
    for (std::size_t i = 0; i < count_; ++i) to[i] += cells[k] * query(i)[k];
  }
  return own;
}

}  // namespace glassformer
