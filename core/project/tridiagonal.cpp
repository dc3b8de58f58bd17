#include "core/project/tridiagonal.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace glassformer {

ShiftedTridiagonal::ShiftedTridiagonal(const std::vector<double>& diagonal,
                                       const std::vector<double>& beside, double shift, double tiny)
    : upper_(diagonal),
      second_(beside),
      third_(diagonal.size()),
      factor_(diagonal.size()),
      swapped_(diagonal.size()) {
  const std::size_t n = diagonal.size();
  for (double& cell : upper_) cell -= shift;
  second_.resize(n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    double below = beside[i], next = upper_[i + 1], after = second_[i + 1];
    if (std::abs(below) > std::abs(upper_[i])) {
      swapped_[i] = true;
      std::swap(below, upper_[i]);
      std::swap(next, second_[i]);
      std::swap(after, third_[i]);
    }
    if (std::abs(upper_[i]) < tiny) upper_[i] = tiny;
    factor_[i] = below / upper_[i];
    upper_[i + 1] = next - factor_[i] * second_[i];
    second_[i + 1] = after - factor_[i] * third_[i];
  }
  if (std::abs(upper_[n - 1]) < tiny) upper_[n - 1] = tiny;
}

void ShiftedTridiagonal::solve(std::vector<double>& x) const {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i + 1 < n; ++i) {
    if (swapped_[i]) std::swap(x[i], x[i + 1]);
    x[i + 1] -= factor_[i] * x[i];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n) x[i] -= second_[i] * x[i + 1];
    if (i + 2 < n) x[i] -= third_[i] * x[i + 2];
    x[i] /= upper_[i];
  }
}

}  // namespace glassformer
