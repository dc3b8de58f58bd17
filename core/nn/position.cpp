#include "core/nn/position.h"

#include <cmath>

namespace glassformer {

Mat sinusoidal_positions(int n, int d_model, double base) {
  Mat encoding(n, d_model);
  for (int c = 0; c < d_model; ++c) {
    const int pair = c - c % 2;  // 2i: a sine and its cosine share one frequency
    const double frequency = std::pow(base, -static_cast<double>(pair) / d_model);
    for (int pos = 0; pos < n; ++pos) {
      const double angle = pos * frequency;
      encoding(pos, c) = static_cast<Real>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return encoding;
}

}  // namespace glassformer
