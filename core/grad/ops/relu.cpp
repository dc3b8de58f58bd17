// y = max(0, x) (Nair and Hinton 2010). Slope: 1 where x > 0, else 0; at 0, where there is none, 0.
// nan stays nan.
#include "core/grad/ops.h"
#include "core/grad/ops/cellwise.h"

namespace glassformer {

namespace {

double f(double x) {
  return x <= 0 ? 0 : x;
}

double slope(double x, double) {
  return x <= 0 ? 0 : 1;
}

constexpr Op op =
    Cellwise<f, slope>::op("relu", "\\max(0, x_{ij})", "Nair and Hinton 2010, section 2");
const RegisterOp registered{op};

}  // namespace

Var relu(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
