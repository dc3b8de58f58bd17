#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/tensor/real.h"

namespace glassformer {

// The terms that softmax, its logarithm and the cross-entropy share: e^(x_k − max) of one row, in
// double, with its limits. In a row with +∞ those cells count 1 and all others 0; in a row of −∞
// alone all are 0, and so is the sum; a nan anywhere makes the sum nan.
struct Exponentials {
  std::vector<double> values;
  double max = 0;
  double sum = 0;

  void of(std::span<const Real> row);
  double log_share(Real x) const;  // log of the share of a cell x of that row
  std::string text(Real x) const;  // "e^(14 − 14)"
  std::string note() const;        // what is special about the row; else empty
};

// The row has +∞, or nothing but −∞: its shares stand still when a cell changes a little.
bool is_limit(std::span<const Real> row);

// What an exponential costs in cell operations.
inline constexpr std::size_t exponential_cost = 8;

}  // namespace glassformer
