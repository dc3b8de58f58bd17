// L = −(1/n) Σ_i log softmax(x_i)[t_i]: how surprised the model is, on average over the rows, by
// the right answers t. Reads Attr::ids: t, one column for each row. Backward: dx_ij = dL
// (softmax(x_i)_j − [j = t_i]) / n. A row whose softmax is a limit (+∞, or −∞ alone) gets no
// gradient. nan travels.
#include <cmath>

#include "core/backend/parallel.h"
#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/grad/ops/exponentials.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Mat& x = in(tape, node, 0);
  const auto& targets = node.attr.ids;
  if (targets.empty() || static_cast<int>(targets.size()) != x.rows()) {
    throw_shape_error(tape, node,
                      "each row needs one target, but the targets are " +
                          to_string(Shape{static_cast<int>(targets.size()), 1}));
  }
  for (int target : targets) {
    if (target < 0 || target >= x.cols()) {
      throw_shape_error(
          tape, node,
          "there is no column " + number_text(target) + " for a target; columns count from 0");
    }
  }
  return {1, 1};
}

int target(const Node& node, int row) {
  return node.attr.ids[static_cast<std::size_t>(row)];
}

// −log softmax(x_i)[t_i]
double surprise(const Mat& x, const Node& node, int row) {
  Exponentials e;
  e.of(x.row(row));
  return -e.log_share(x(row, target(node, row)));
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  std::vector<double> rows(static_cast<std::size_t>(x.rows()));
  parallel_for(x.rows(), x.size() * exponential_cost,
               [&](int row) { rows[static_cast<std::size_t>(row)] = surprise(x, node, row); });
  double sum = 0;
  for (double row : rows) sum += row;
  node.value(0, 0) = static_cast<Real>(sum / x.rows());
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  const double per_row = static_cast<double>(grad(0, 0)) / x.rows();
  parallel_for(x.rows(), x.size() * exponential_cost, [&](int row) {
    if (is_limit(x.row(row))) return;
    thread_local Exponentials e;
    e.of(x.row(row));
    const auto to = dx.row(row);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const double right = static_cast<int>(j) == target(node, row) ? 1 : 0;
      to[j] += static_cast<Real>(per_row * (e.values[j] / e.sum - right));
    }
  });
}

Explanation explain(const Tape& tape, const Node& node, int, int) {
  const Mat& x = in(tape, node, 0);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  for (int row = 0; row < x.rows(); ++row) {
    const double nats = surprise(x, node, row), probability = std::exp(-nats);
    const bool vanishes = probability == 0 && !std::isinf(nats);  // too small for a double
    explanation.terms.push_back(
        {{cell_in(node, 0, row, target(node, row))},
         nats / x.rows(),
         "−log " + (vanishes ? "e^(" + number_text(-nats) + ")" : number_text(probability)) +
             " ÷ " + number_text(x.rows())});
  }
  explanation.note = "the mean over the rows of −log of the probability of the right answer";
  return explanation;
}

constexpr Op op{.name = "cross_entropy",
                .formula = "-\\frac{1}{n} \\sum_i \\log \\frac{e^{x_{i t_i}}}{\\sum_k e^{x_{ik}}}",
                .source = "Goodfellow, Bengio and Courville 2016, section 6.2.1.1",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain};
const RegisterOp registered{op};

}  // namespace

Var cross_entropy(Tape& tape, Var logits, std::vector<int> targets) {
  Attr attr;
  attr.ids = std::move(targets);
  return tape.record(op, {logits}, std::move(attr));
}

}  // namespace glassformer
