// y = ln x, x ≥ 0. Slope: 1 / x.
//
// ln 0 is −∞, the pointwise mutual information of what never met. The slope is taken as 0 there, as
// a mask passes no gradient at −∞.
#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/ops/cellwise.h"

namespace glassformer {

namespace {

double f(double x) {
  return std::log(x);
}

double slope(double x, double) {
  return x == 0 ? 0 : 1 / x;
}

constexpr Op op = Cellwise<f, slope>::op("log", "\\ln x_{ij}", "the natural logarithm");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var log(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
