// y = log σ(x) = −log(1 + e^(−x)). Slope: 1 − σ(x) = 1 − e^y.
#include "core/grad/log_sigmoid.h"

#include <algorithm>
#include <cmath>

#include "core/grad/ops/cellwise.h"

namespace glassformer {

namespace {

double f(double x) {
  return std::min(x, 0.0) - std::log1p(std::exp(-std::abs(x)));
}

double slope(double, double y) {
  return -std::expm1(y);
}

constexpr Op op = Cellwise<f, slope>::op("log_sigmoid", "\\log \\frac{1}{1 + e^{-x_{ij}}}",
                                         "the logarithm of the logistic function");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var log_sigmoid(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
