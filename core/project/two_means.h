#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/embed/vectors/rows.h"

namespace glassformer {

// Rows in two parts, so that the squares of the distances from the mean of one's part sum to
// little.
struct TwoMeans {
  std::vector<int> part;  // of each row, 0 or 1
  double squares = 0;     // that sum
};

// k-means with k = 2 (Lloyd 1982), the best of so many starts: two rows drawn from the seed each
// time. There are at least two rows, finite throughout.
TwoMeans two_means(const Rows& rows, std::uint64_t seed, int starts = 5);

// The share of rows that lie in the part of their label, 0 or 1; parts have no names, so it is at
// least a half.
double agreement(std::span<const int> parts, std::span<const int> labels);

// For every row the label whose mean is nearer, the means being those of the rows that are learned
// from: [rows] each. Both labels must be among these.
std::vector<int> nearest_mean(const Rows& rows, std::span<const int> labels,
                              const std::vector<bool>& learned);

}  // namespace glassformer
