// y = ½ x (1 + tanh u) with u = √(2/π) (x + 0.044715 x³): the approximation of the GELU (Hendrycks
// and Gimpel 2016, §2) that GPT-2 was trained with. It is x σ(2u), σ the logistic function.
// Slope: σ(2u) + x σ(2u) (1 − σ(2u)) 2u', with u' = √(2/π) (1 + 3 · 0.044715 x²).
#include <cmath>
#include <numbers>

#include "core/grad/ops.h"
#include "core/grad/ops/quick_cellwise.h"

namespace glassformer {

namespace {

constexpr double cubic = 0.044715;
constexpr double root_2_over_pi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;

double u_of(double x) {
  return root_2_over_pi * (x + cubic * x * x * x);
}

// σ(2u), by the definition's tanh where it loses nothing, and for x < 0 without 1 − tanh.
double gate(double x) {
  return x < 0 ? 1 / (1 + std::exp(-2 * u_of(x))) : 0.5 * (1 + std::tanh(u_of(x)));
}

double f(double x) {
  return std::isinf(x) && x < 0 ? 0 : x * gate(x);  // the limit of −∞ · 0
}

double slope(double x, double) {
  if (std::abs(x) > 30) return x < 0 ? 0 : 1;  // x² · 0 would be nan
  const double s = gate(x), other = gate(-x);  // other = 1 − s
  return s + 2 * x * s * other * root_2_over_pi * (1 + 3 * cubic * x * x);
}

constexpr Op op = QuickCellwise<f, slope, &CellKernels::gelu_tanh>::op(
    "gelu_tanh",
    "\\frac{1}{2} x_{ij} (1 + \\tanh(\\sqrt{2 / \\pi} (x_{ij} + 0.044715 x_{ij}^{3})))",
    "Hendrycks and Gimpel 2016, section 2");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var gelu_tanh(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
