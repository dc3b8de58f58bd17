#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/tensor/real.h"

namespace glassformer {

// What softmax, its logarithm and the cross-entropy have in common: e^(x_k − max) of one row, in
// double, and its limits. In a row with +∞, those cells count 1 and all others 0; in a row of
// nothing but −∞ all are 0, and so is the sum; a nan anywhere makes the sum nan.
struct Exponentials {
  std::vector<double> values;
  double max = 0;
  double sum = 0;

  void of(std::span<const Real> row);
  double log_share(Real x) const;  // the logarithm of softmax, for a cell x of that row
  std::string text(Real x) const;  // "e^(14 − 14)"
  std::string note() const;        // what is special about the row; mostly empty
};

// Whether the row has +∞, or nothing but −∞: a small change of a cell then changes no share.
bool is_limit(std::span<const Real> row);

// The cost of an exponential, in cell operations.
inline constexpr std::size_t exponential_cost = 8;

}  // namespace glassformer
