// y = max(0, x) (Nair and Hinton 2010). Slope: 1 where x > 0, else 0, at the kink too. nan stays
// nan.
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

// Nothing is rounded, so all of it is done in Real.
void forward(const Tape& tape, Node& node) {
  const auto x = in(tape, node, 0).cells();
  const auto y = result(node).cells();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = x[i] <= 0 ? 0 : x[i];
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Real* const x = in(tape, node, 0).data();
  give_gradient(tape, node, 0,
                [x, dy = grad.data()](std::size_t i) { return x[i] <= 0 ? Real{0} : dy[i]; });
}

constexpr Op op{.name = "relu",
                .formula = "\\max(0, x_{ij})",
                .source = "Nair and Hinton 2010, section 2",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = Cellwise<f, slope>::explain};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var relu(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
