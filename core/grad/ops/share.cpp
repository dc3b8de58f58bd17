// y_j = x_j / Σ_k x_k along each row, for x ≥ 0: weights without a softmax, such as 1/distance
// (Shepard 1968). Backward: dx_j = (dy_j − Σ_k dy_k y_k) / Σ_k x_k.
//
// The limits: +∞ cells share the row equally and all others get 0, with no gradient; a row of sum 0
// gives zeros, with no gradient. nan stays nan.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

// What each cell of a row counts: its value; in a row with +∞, 1 for each +∞ and 0 for the others.
struct Parts {
  explicit Parts(std::span<const Real> x) {
    limit = std::ranges::find(x, std::numeric_limits<Real>::infinity()) != x.end();
    for (Real cell : x) sum += part(cell);
  }
  double part(Real x) const { return !limit || std::isnan(x) ? x : std::isinf(x) && x > 0; }
  bool limit = false;
  double sum = 0;
};

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  parallel_for(x.rows(), x.size() * 2, [&](int row) {
    const Parts parts(x.row(row));
    if (parts.sum == 0) return;
    auto y = result(node).row(row).begin();
    for (Real cell : x.row(row)) *y++ = static_cast<Real>(parts.part(cell) / parts.sum);
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  parallel_for(x.rows(), x.size() * 4, [&](int row) {
    const Parts parts(x.row(row));
    if (parts.limit || parts.sum == 0) return;
    const auto y = result(node).row(row), dy = grad.row(row);
    const auto to = dx.row(row);
    double mean = 0;
    for (std::size_t k = 0; k < y.size(); ++k) mean += static_cast<double>(dy[k]) * y[k];
    for (std::size_t j = 0; j < y.size(); ++j) {
      to[j] += static_cast<Real>((dy[j] - mean) / parts.sum);
    }
  });
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat& x = in(tape, node, 0);
  const Parts parts(x.row(row));
  Explanation explanation;
  for (int k = 0; k < x.cols(); ++k) {
    explanation.terms.push_back({{cell_in(node, 0, row, k)}, parts.part(x(row, k)), ""});
    if (parts.limit) {
      explanation.terms.back().what = std::isinf(x(row, k)) ? "1 for ∞" : "0 beside ∞";
    }
  }
  explanation.how = Explanation::How::share;
  explanation.picked = col;
  if (std::isnan(parts.sum)) {
    explanation.note = "a cell of this row is nan: not a number";
  } else if (parts.limit) {
    explanation.note = "the infinite cells of this row share it equally: that is the limit";
  } else if (parts.sum == 0) {  // 0 / 0: the zero is a rule, not a quotient
    explanation.how = Explanation::How::sum;
    explanation.picked = -1;
    for (Term& term : explanation.terms) {
      term.value = 0;
      term.what = "0";
    }
    explanation.note = "the row's sum is 0, so there is nothing to share: the weights are 0";
  }
  return explanation;
}

Law law(LawPen& pen) {
  const Index j = pen.bound();
  return {"\\frac{" + pen.cell(0, pen.row, pen.col) + "}{\\sum_{" + j.text() + "} " +
          pen.cell(0, pen.row, j) + "}"};
}

constexpr Op op{.name = "share",
                .formula = "\\frac{x_{ij}}{\\sum_k x_{ik}}",
                .source = "Shepard 1968, inverse distance weighting",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .adds_to_zeros = true,
                .makes = {.numbers = OpMakes::Numbers::share}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var share(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
