// y = tanh x. Slope: 1 − y².
#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/ops/quick_cellwise.h"

namespace glassformer {

namespace {

double f(double x) {
  return std::tanh(x);
}

double slope(double, double y) {
  return 1 - y * y;
}

constexpr Op op = QuickCellwise<f, slope, &CellKernels::tanh>::op("tanh", "\\tanh(x_{ij})",
                                                                  "the hyperbolic tangent");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var tanh(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
