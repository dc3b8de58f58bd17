// y = e^x. Slope: y.
#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/ops/cellwise.h"

namespace glassformer {

namespace {

double f(double x) {
  return std::exp(x);
}

double slope(double, double y) {
  return y;
}

constexpr Op op = Cellwise<f, slope>::op("exp", "e^{x_{ij}}", "the exponential function");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var exp(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
