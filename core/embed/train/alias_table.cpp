#include "core/embed/train/alias_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace glassformer {

AliasTable::AliasTable(std::span<const double> weights) {
  const std::size_t n = weights.size();
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> share(n);  // of what a column holds: 1 on average
  std::vector<std::int32_t> low, high;
  for (std::size_t i = 0; i < n; ++i) {
    share[i] = weights[i] * static_cast<double>(n) / sum;
    (share[i] < 1 ? low : high).push_back(static_cast<std::int32_t>(i));
  }
  columns_.resize(n);
  for (std::size_t i = 0; i < n; ++i) columns_[i] = {0xFFFFFFFF, static_cast<std::int32_t>(i)};
  // Each column that is too low is filled up from one that is too high.
  while (!low.empty() && !high.empty()) {
    const auto poor = static_cast<std::size_t>(low.back());
    const auto rich = static_cast<std::size_t>(high.back());
    low.pop_back();
    columns_[poor].threshold =
        static_cast<std::uint32_t>(std::min(share[poor] * 0x1p32, 0x1p32 - 1));
    columns_[poor].alias = high.back();
    share[rich] -= 1 - share[poor];
    if (share[rich] < 1) {
      high.pop_back();
      low.push_back(static_cast<std::int32_t>(rich));
    }
  }
}

std::vector<double> AliasTable::probabilities() const {
  std::vector<double> result(columns_.size());
  const double column = 1.0 / static_cast<double>(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const double own = columns_[i].threshold * 0x1p-32;
    result[i] += column * own;
    result[static_cast<std::size_t>(columns_[i].alias)] += column * (1 - own);
  }
  return result;
}

AliasTable noise_table(std::span<const std::uint64_t> counts, double power) {
  std::vector<double> weights;
  weights.reserve(counts.size());
  for (const std::uint64_t count : counts) {
    weights.push_back(std::pow(static_cast<double>(count), power));
  }
  return AliasTable(weights);
}

}  // namespace glassformer
