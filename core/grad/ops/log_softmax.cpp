// y_j = log(e^(x_j) / Σ_k e^(x_k)) = x_j − max − log Σ_k e^(x_k − max) along each row.
// Backward: dx_j = dy_j − e^(y_j) Σ_k dy_k.
//
// The limits are the logarithms of softmax's: a row of nothing but −∞ gives −∞; in a row with +∞
// these cells get −log of their number and all others −∞. Neither passes a gradient. nan stays nan.
#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/grad/ops/exponentials.h"
#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  parallel_for(x.rows(), x.size() * exponential_cost, [&](int row) {
    thread_local Exponentials e;
    e.of(x.row(row));
    auto y = result(node).row(row).begin();
    for (Real cell : x.row(row)) *y++ = static_cast<Real>(e.log_share(cell));
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  parallel_for(x.rows(), x.size() * exponential_cost, [&](int row) {
    if (is_limit(x.row(row))) return;
    const auto y = result(node).row(row), dy = grad.row(row);
    const auto to = dx.row(row);
    double total = 0;
    for (double d : dy) total += d;
    for (std::size_t j = 0; j < y.size(); ++j) {
      to[j] += static_cast<Real>(dy[j] - std::exp(static_cast<double>(y[j])) * total);
    }
  });
}

// x_j, and the logarithm of the sum, to which every cell of the row gives its part.
Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat& x = in(tape, node, 0);
  Exponentials e;
  e.of(x.row(row));
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  explanation.note = e.note();
  Term& first = explanation.terms.front();
  if (is_limit(x.row(row))) {
    first.value = e.log_share(x(row, col));
    first.what = "log of the weight " + number_text(std::exp(first.value));
    return explanation;
  }
  Term others{{},
              -(e.max + std::log(e.sum)),
              "−(" + number_text(e.max) + " + log " + number_text(e.sum) + ")"};
  for (int k = 0; k < x.cols(); ++k) others.factors.push_back(cell_in(node, 0, row, k));
  explanation.terms.push_back(std::move(others));
  if (explanation.note.empty()) explanation.note = "log Σ e^x = max + log Σ e^(x − max)";
  return explanation;
}

Law law(LawPen& pen) {
  const Index j = pen.bound();
  return {pen.cell(0, pen.row, pen.col) + " - \\log \\sum_{" + j.text() + "} e^{" +
              pen.cell(0, pen.row, j) + "}",
          true};
}

constexpr Op op{.name = "log_softmax",
                .formula = "x_{ij} - \\log \\sum_k e^{x_{ik}}",
                .source = "Goodfellow, Bengio and Courville 2016, section 6.2.2.3",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {.numbers = OpMakes::Numbers::score}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var log_softmax(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
