// y = x Φ(x), Φ the distribution function of the normal law: the exact form (Hendrycks and Gimpel
// 2016, §2); gelu_tanh.cpp has the approximation. Slope: Φ(x) + x φ(x), φ the density.
//
// More than `exact_cells` cells, in float: Φ by formula 7.1.26 of Abramowitz and Stegun 1964, whose
// error is below 1.5e-7, which is a float's own.
#include <cmath>
#include <numbers>

#include "core/grad/ops.h"
#include "core/grad/ops/quick_cellwise.h"

namespace glassformer {

namespace {

double normal_below(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double f(double x) {
  return std::isinf(x) && x < 0 ? 0 : x * normal_below(x);  // the limit of −∞ · 0
}

double slope(double x, double) {
  const double density = std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return normal_below(x) + (std::isinf(x) ? 0 : x * density);
}

// Φ(x), given e^(−x²/2).
inline Lanes quick_normal_below(Lanes x, Lanes power) {
  const Lanes z = (x < 0 ? -x : x) * Real(0.70710678118654752);
  const Lanes t = 1 / (1 + Real(0.3275911) * z);
  Lanes p = t * Real(1.061405429) - Real(1.453152027);
  p = p * t + Real(1.421413741);
  p = p * t - Real(0.284496736);
  p = p * t + Real(0.254829592);
  const Lanes half = Real(0.5) - p * t * power * Real(0.5);
  return Real(0.5) + (x < 0 ? -half : half);
}

inline Lanes normal_power(Lanes x) {
  return quick_exp(x * x * Real(-0.5));
}

inline Lanes quick_f(Lanes x) {
  return at_least_minus_15(x) * quick_normal_below(x, normal_power(x));
}

inline Lanes quick_slope(Lanes x) {
  constexpr Real peak = Real(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
  const Lanes power = normal_power(x);
  return quick_normal_below(x, power) + within_15(x) * power * peak;
}

constexpr Op op = QuickCellwise<f, slope, quick_f, quick_slope>::op(
    "gelu", "x_{ij} \\Phi(x_{ij})", "Hendrycks and Gimpel 2016, section 2");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var gelu(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
