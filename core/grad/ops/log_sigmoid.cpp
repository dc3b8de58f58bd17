// y = log σ(x) = −log(1 + e^(−x)). Slope: 1 − σ(x) = 1 − e^y.
#include "core/grad/log_sigmoid.h"

#include <cmath>

#include "core/grad/ops/cellwise.h"

namespace glassformer {

namespace {

double slope(double, double y) {
  return -std::expm1(y);
}

constexpr Op op = Cellwise<log_sigmoid_of, slope>::op(
    "log_sigmoid", "\\log \\frac{1}{1 + e^{-x_{ij}}}", "the logarithm of the logistic function");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var log_sigmoid(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
