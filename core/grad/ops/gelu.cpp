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

constexpr Op op = QuickCellwise<f, slope, &CellKernels::gelu>::op(
    "gelu", "x_{ij} \\Phi(x_{ij})", "Hendrycks and Gimpel 2016, section 2");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var gelu(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
