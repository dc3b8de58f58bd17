#include "core/project/two_means.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/tensor/rng.h"

namespace glassformer {

namespace {

using Mean = std::vector<double>;
using Means = std::array<Mean, 2>;

double square_of(std::span<const float> row, const Mean& mean) {
  double sum = 0;
  for (std::size_t d = 0; d < row.size(); ++d) {
    const double step = static_cast<double>(row[d]) - mean[d];
    sum += step * step;
  }
  return sum;
}

// A part without rows keeps its mean.
template <class PartOf>
void find_means(const Rows& rows, const PartOf& part_of, Means& means) {
  std::array<double, 2> counts{};
  Means sums{Mean(rows.dim()), Mean(rows.dim())};
  for (std::size_t i = 0; i < rows.count(); ++i) {
    const int part = part_of(i);
    if (part < 0) continue;
    const auto p = static_cast<std::size_t>(part);
    ++counts[p];
    for (std::size_t d = 0; d < rows.dim(); ++d) sums[p][d] += static_cast<double>(rows[i][d]);
  }
  for (std::size_t p = 0; p < 2; ++p) {
    if (counts[p] == 0) continue;
    for (double& cell : sums[p]) cell /= counts[p];
    means[p] = std::move(sums[p]);
  }
}

// Of equal ones the first.
TwoMeans parts_of(const Rows& rows, const Means& means) {
  TwoMeans made;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    const double first = square_of(rows[i], means[0]), second = square_of(rows[i], means[1]);
    made.part.push_back(second < first ? 1 : 0);
    made.squares += std::min(first, second);
  }
  return made;
}

}  // namespace

TwoMeans two_means(const Rows& rows, std::uint64_t seed, int starts) {
  constexpr int most_turns = 100;
  Rng rng(seed);
  TwoMeans best;
  for (int start = 0; start < starts; ++start) {
    const int count = static_cast<int>(rows.count());
    const int first = rng.below(count);
    const int second = (first + 1 + rng.below(count - 1)) % count;
    Means means;
    for (std::size_t p = 0; p < 2; ++p) {
      const auto row = rows[static_cast<std::size_t>(p == 0 ? first : second)];
      means[p].assign(row.begin(), row.end());
    }
    TwoMeans now = parts_of(rows, means);
    for (int turn = 0; turn < most_turns; ++turn) {
      find_means(
          rows, [&](std::size_t i) { return now.part[i]; }, means);
      TwoMeans next = parts_of(rows, means);
      const bool same = next.part == now.part;
      now = std::move(next);
      if (same) break;
    }
    if (best.part.empty() || now.squares < best.squares) best = std::move(now);
  }
  return best;
}

double agreement(std::span<const int> parts, std::span<const int> labels) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) same += parts[i] == labels[i] ? 1 : 0;
  const double share = static_cast<double>(same) / static_cast<double>(parts.size());
  return std::max(share, 1 - share);
}

std::vector<int> nearest_mean(const Rows& rows, std::span<const int> labels,
                              const std::vector<bool>& learned) {
  Means means;
  find_means(
      rows, [&](std::size_t i) { return learned[i] ? labels[i] : -1; }, means);
  return parts_of(rows, means).part;
}

}  // namespace glassformer
