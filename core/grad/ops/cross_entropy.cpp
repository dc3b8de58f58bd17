// L = −(1/n) Σ_i Σ_j r_ij log softmax(x_i)[j]: how surprising the targets t are, on average over
// the rows. Reads Attr::ids: t, one column for each row, and Attr::a: the label smoothing ε, with
// which r_ij = (1 − ε) [j = t_i] + ε / m (Szegedy et al. 2016, §7); without it r is 1 at the
// target and 0 elsewhere. Backward: dx_ij = dL (softmax(x_i)_j − r_ij) / n. A row whose softmax is
// a limit (with +∞, or nothing but −∞) gets no gradient. nan stays nan.
//
// More than `exact_cells` cells are computed in Real.
#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/grad/ops/exponentials.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0);
  require_targets(tape, node, x);
  if (!(node.attr.a >= 0 && node.attr.a < 1)) {
    throw UserError("cross_entropy: the label smoothing is " + number_text(node.attr.a) +
                    "; it must be at least 0 and less than 1");
  }
  return {1, 1};
}

int target(const Node& node, int row) {
  return node.attr.ids[static_cast<std::size_t>(row)];
}

// −Σ_j r_ij log softmax(x_i)[j], without smoothing −log softmax(x_i)[t_i].
double surprise(const Mat& x, const Node& node, int row) {
  Exponentials e;
  e.of(x.row(row));
  const double of_target = -e.log_share(x(row, target(node, row)));
  const double smoothing = node.attr.a;
  if (smoothing == 0) return of_target;
  double of_all = 0;
  for (Real cell : x.row(row)) of_all -= e.log_share(cell);
  return (1 - smoothing) * of_target + smoothing * of_all / x.cols();
}

// The same in Real, for rows without infinities; if dx is given, also the row's gradient.
double quick_surprise(std::span<const Real> x, int target, double smoothing, double per_row,
                      Real* dx) {
  thread_local std::vector<Real> powers;
  const std::size_t cols = x.size();
  powers.resize(cols);
  const Real max = row_kernels().max(x.data(), cols);
  const auto [total, sum] = row_kernels().powers(x.data(), max, 1, powers.data(), cols);
  const auto at = static_cast<std::size_t>(target);
  const double uniform = smoothing / static_cast<double>(cols);
  if (dx != nullptr) {
    const Real share = static_cast<Real>(per_row / sum),
               even = static_cast<Real>(per_row * uniform);
    row_kernels().add_times(dx, share, powers.data(), even, cols);
    dx[at] -= static_cast<Real>(per_row * (1 - smoothing));
  }
  return std::log(static_cast<double>(sum)) - (1 - smoothing) * (x[at] - max) - uniform * total;
}

// Rows with infinities or nan are computed in double.
bool quick(const Mat& x, int row) {
  if (x.size() <= exact_cells) return false;
  return row_kernels().finite(x.row(row).data(), x.row(row).size());
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  std::vector<double> rows(static_cast<std::size_t>(x.rows()));
  parallel_for(x.rows(), x.size() * exponential_cost, [&](int row) {
    rows[static_cast<std::size_t>(row)] =
        quick(x, row) ? quick_surprise(x.row(row), target(node, row), node.attr.a, 0, nullptr)
                      : surprise(x, node, row);
  });
  double sum = 0;
  for (double row : rows) sum += row;
  result(node)(0, 0) = static_cast<Real>(sum / x.rows());
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  const double per_row = static_cast<double>(grad(0, 0)) / x.rows(), smoothing = node.attr.a;
  parallel_for(x.rows(), x.size() * exponential_cost, [&](int row) {
    if (quick(x, row)) {
      quick_surprise(x.row(row), target(node, row), smoothing, per_row, dx.row(row).data());
      return;
    }
    if (is_limit(x.row(row))) return;
    thread_local Exponentials e;
    e.of(x.row(row));
    const auto to = dx.row(row);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const double right =
          (static_cast<int>(j) == target(node, row) ? 1 - smoothing : 0) + smoothing / x.cols();
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
    if (node.attr.a > 0) {
      explanation.terms.push_back({{cell_in(node, 0, row, target(node, row))},
                                   nats / x.rows(),
                                   number_text(nats) + " ÷ " + number_text(x.rows())});
      continue;
    }
    const bool vanishes = probability == 0 && !std::isinf(nats);  // too small for a double
    explanation.terms.push_back(
        {{cell_in(node, 0, row, target(node, row))},
         nats / x.rows(),
         "−log " + (vanishes ? "e^(" + number_text(-nats) + ")" : number_text(probability)) +
             " ÷ " + number_text(x.rows())});
  }
  explanation.note = "the mean over the rows of −log of the probability of the right answer";
  if (node.attr.a > 0) {
    explanation.note += "; the labels are smoothed, so the right answer counts " +
                        number_text(1 - node.attr.a) + " and all together " +
                        number_text(node.attr.a);
  }
  return explanation;
}

Law law(LawPen& pen) {
  const Index i("i"), k("k"), target("t_{i}");
  return {"-\\frac{1}{n} \\sum_{i} \\log \\frac{e^{" + pen.cell(0, i, target) + "}}{\\sum_{k} e^{" +
          pen.cell(0, i, k) + "}}"};
}

constexpr Op op{.name = "cross_entropy",
                .formula = "-\\frac{1}{n} \\sum_i \\log \\frac{e^{x_{i t_i}}}{\\sum_k e^{x_{ik}}}",
                .source = "Goodfellow, Bengio and Courville 2016, section 6.2.1.1",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {OpMakes::kNothing, OpMakes::kNothing, OpMakes::Numbers::plain}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var cross_entropy(Tape& tape, Var logits, std::vector<int> targets, double smoothing) {
  Attr attr;
  attr.a = smoothing;
  attr.ids = std::move(targets);
  return tape.record(op, {logits}, std::move(attr));
}

}  // namespace glassformer
