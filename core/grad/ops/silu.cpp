// y = x σ(x), σ the logistic function: the SiLU, or swish. Slope: σ(x) + x σ(x) (1 − σ(x)).
#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/ops/quick_cellwise.h"

namespace glassformer {

namespace {

double logistic(double x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}

double f(double x) {
  return std::isinf(x) && x < 0 ? 0 : x * logistic(x);  // the limit of −∞ · 0
}

double slope(double x, double) {
  if (std::abs(x) > 800) return x < 0 ? 0 : 1;  // x · 0 would be nan
  const double s = logistic(x);
  return s + x * s * logistic(-x);
}

constexpr Op op = QuickCellwise<f, slope, &CellKernels::silu>::op(
    "silu", "\\frac{x_{ij}}{1 + e^{-x_{ij}}}", "Hendrycks and Gimpel 2016, section 2");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var silu(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
