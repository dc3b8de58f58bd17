#include "core/train/label_smoothing.h"

#include <cmath>

namespace glassformer {

double smallest_loss(double smoothing, int words) {
  const double other = smoothing / words, right = 1 - smoothing + other;
  const auto part = [](double p) { return p > 0 ? -p * std::log(p) : 0; };
  return part(right) + (words - 1) * part(other);
}

}  // namespace glassformer
