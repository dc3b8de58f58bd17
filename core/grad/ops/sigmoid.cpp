// y = σ(x) = 1 / (1 + e^(−x)), the logistic function. Slope: y (1 − y).
#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/ops/cellwise.h"

namespace glassformer {

namespace {

double f(double x) {
  return 1 / (1 + std::exp(-x));
}

double slope(double, double y) {
  return y * (1 - y);
}

constexpr Op op =
    Cellwise<f, slope>::op("sigmoid", "\\frac{1}{1 + e^{-x_{ij}}}", "the logistic function");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var sigmoid(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
