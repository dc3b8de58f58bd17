// y_j = e^(x_j) / Σ_k e^(x_k) along each row (Bridle 1990; Vaswani et al. 2017, equation 1).
// Backward: dx_j = y_j (dy_j − Σ_k dy_k y_k).
//
// The row's maximum is subtracted first: that changes no quotient, and nothing overflows. The
// limits:
//   nothing but −∞   nothing may be attended to: zeros, not nan, and no gradient;
//   +∞ in the row    these cells share the row equally; no finite change moves that: no gradient;
//   nan in the row   the whole row is nan.
//
// More than `exact_cells` cells are computed in Real.
#include <algorithm>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/grad/ops/exponentials.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"

namespace glassformer {

namespace {

// Rows with infinities or nan are computed in double.
bool quick(const Mat& x, int row) {
  if (x.size() <= exact_cells) return false;
  return row_kernels().finite(x.row(row).data(), x.row(row).size());
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  parallel_for(x.rows(), x.size() * exponential_cost, [&](int row) {
    if (quick(x, row)) {
      const auto to = result(node).row(row);
      std::ranges::copy(x.row(row), to.begin());
      row_kernels().softmax(to.data(), 1, to.size());
      return;
    }
    thread_local Exponentials e;
    e.of(x.row(row));
    const double sum = e.sum == 0 ? 1 : e.sum;  // all hidden: zeros
    auto y = result(node).row(row).begin();
    for (double value : e.values) *y++ = static_cast<Real>(value / sum);
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  parallel_for(x.rows(), x.size(), [&](int row) {
    if (is_limit(x.row(row))) return;
    const auto y = result(node).row(row), dy = grad.row(row);
    const auto to = dx.row(row);
    double mean = 0;
    for (std::size_t k = 0; k < y.size(); ++k) mean += static_cast<double>(dy[k]) * y[k];
    for (std::size_t j = 0; j < y.size(); ++j) to[j] += static_cast<Real>(y[j] * (dy[j] - mean));
  });
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat& x = in(tape, node, 0);
  Exponentials e;
  e.of(x.row(row));
  Explanation explanation;
  for (int k = 0; k < x.cols(); ++k) {
    explanation.terms.push_back(
        {{cell_in(node, 0, row, k)}, e.values[static_cast<std::size_t>(k)], e.text(x(row, k))});
  }
  explanation.how = Explanation::How::share;
  explanation.of_powers = true;
  explanation.picked = col;
  explanation.note = e.note();
  if (explanation.note.empty() && e.max != 0) {
    explanation.note = "the largest, " + number_text(e.max) +
                       ", is subtracted first: e^x overflows above 88.7 in float32, and the ratio "
                       "stays the same";
  }
  if (e.sum == 0) {  // 0 / 0: the zero is a rule, not a quotient
    explanation.how = Explanation::How::sum;
    explanation.picked = -1;
  }
  return explanation;
}

Law law(LawPen& pen) {
  const Index j = pen.bound();
  return {"\\frac{e^{" + pen.cell(0, pen.row, pen.col) + "}}{\\sum_{" + j.text() + "} e^{" +
          pen.cell(0, pen.row, j) + "}}"};
}

constexpr Op op{.name = "softmax",
                .formula = "\\frac{e^{x_{ij}}}{\\sum_k e^{x_{ik}}}",
                .source = "Bridle 1990; Vaswani et al. 2017, equation 1",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {.numbers = OpMakes::Numbers::probability}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var softmax(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
