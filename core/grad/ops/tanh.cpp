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

inline Lanes quick_f(Lanes x) {
  return quick_tanh(x);
}

inline Lanes quick_slope(Lanes x) {
  const Lanes y = quick_tanh(x);
  return 1 - y * y;
}

constexpr Op op = QuickCellwise<f, slope, quick_f, quick_slope>::op("tanh", "\\tanh(x_{ij})",
                                                                    "the hyperbolic tangent");
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var tanh(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
