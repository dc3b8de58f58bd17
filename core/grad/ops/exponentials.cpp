#include "core/grad/ops/exponentials.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/grad/number_text.h"

namespace glassformer {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double largest(std::span<const Real> row) {
  double max = -infinity;
  for (double x : row) {
    if (std::isnan(x)) return x;
    max = std::max(max, x);
  }
  return max;
}

}  // namespace

void Exponentials::of(std::span<const Real> row) {
  values.resize(row.size());
  max = largest(row);
  sum = 0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (std::isinf(max)) {
      values[k] = max > 0 && row[k] == max ? 1 : 0;
    } else {
      values[k] = std::exp(row[k] - max);
    }
    sum += values[k];
  }
}

double Exponentials::log_share(Real x) const {
  if (std::isnan(sum)) return sum;
  if (!std::isinf(max)) return x - max - std::log(sum);
  return max > 0 && x == max ? -std::log(sum) : -infinity;
}

std::string Exponentials::text(Real x) const {
  if (std::isinf(max) && max > 0) return x == max ? "1 for ∞" : "0 beside ∞";
  if (std::isinf(x)) return "e^(−∞)";
  return "e^(" + number_text(x) + (max < 0 ? " + " : " − ") + number_text(std::abs(max)) + ")";
}

std::string Exponentials::note() const {
  if (std::isnan(sum)) return "a cell of this row is nan: not a number";
  if (sum == 0) {
    return "every key of this row is hidden, so nothing is attended to: the weights are 0";
  }
  if (std::isinf(max)) return "the infinite cells of this row share it equally: that is the limit";
  return "";
}

bool is_limit(std::span<const Real> row) {
  const double max = largest(row);
  return std::isinf(max);
}

}  // namespace glassformer
