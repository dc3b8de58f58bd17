// How surprising the targets t are: y_i = −log softmax(x_i W + b)[t_i], the negative log-likelihood
// of a linear layer. Reads Attr::ids: t, one column of W for each row of x. Backward, with
// P = softmax(X W + b):
//   dS_ij = dy_i (p_ij − [j = t_i]),  dX = dS Wᵀ,  dW = Xᵀ dS,  db = the sum of the rows of dS.
// A row whose softmax is a limit (with +∞, or nothing but −∞) gets no gradient. nan stays nan.
//
// It equals cross_entropy after a linear layer but saves the memory of the scores, by far the
// largest matrix of a language model. They are computed a block of columns at a time, and once more
// for the gradient (Wijmans et al. 2025, "Cut your losses in large-vocabulary language models",
// section 4). The blocks' sums of exponentials have maxima of their own and are merged as in
// Milakov and Gimelshein 2018.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/grad/ops/exponentials.h"
#include "core/kernels/blocked_product.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"

namespace glassformer {

namespace {

using Cells = std::vector<Real, LineAllocator<Real>>;

// The blocks depend on the shapes alone, so sums are the same for any number of threads.
constexpr int some_columns = 128;  // with 512 rows their scores fit the second cache
constexpr int max_groups = 16;     // of such blocks, each with its own sum for the gradient of x

struct Linear {
  Linear(const Tape& tape, const Node& node)
      : x(in(tape, node, 0)), w(in(tape, node, 1)), b(in(tape, node, 2)), targets(node.attr.ids) {}

  int rows() const { return x.rows(); }
  int cols() const { return w.cols(); }
  int blocks() const { return (cols() + some_columns - 1) / some_columns; }
  int first(int block) const { return block * some_columns; }
  int count(int block) const { return std::min(some_columns, cols() - first(block)); }
  int target(int row) const { return targets[static_cast<std::size_t>(row)]; }
  std::size_t cost() const {
    return static_cast<std::size_t>(rows()) * w.size() + w.size() * exponential_cost;
  }

  // One score, in double.
  double score(int row, int col) const {
    double sum = b(0, col);
    for (int p = 0; p < x.cols(); ++p) sum += static_cast<double>(x(row, p)) * w(p, col);
    return sum;
  }
  std::vector<Real> scores_of_row(int row) const {
    std::vector<Real> scores;
    for (int col = 0; col < cols(); ++col) scores.push_back(static_cast<Real>(score(row, col)));
    return scores;
  }
  // The scores of all rows in the columns of a block: some_columns for each row, −∞ after the last
  // column of W.
  void scores_of_block(int block, Cells& into) const {
    into.resize(static_cast<std::size_t>(rows()) * some_columns);
    const int begin = first(block), here = count(block);
    for (int row = 0; row < rows(); ++row) {
      Real* const to = into.data() + static_cast<std::ptrdiff_t>(row) * some_columns;
      std::copy_n(b.row(0).data() + begin, here, to);
      std::fill(to + here, to + some_columns, -std::numeric_limits<Real>::infinity());
    }
    blocked_product({x.data(), x.cols(), 1}, {w.data() + begin, w.cols(), 1}, into.data(),
                    some_columns, rows(), x.cols(), here, true);
  }

  // Few enough to be computed in double.
  bool few() const {
    return static_cast<std::size_t>(rows()) * static_cast<std::size_t>(cols()) <= exact_cells;
  }

  const Mat &x, &w, &b;
  const std::vector<int>& targets;
};

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0), w = in_shape(tape, node, 1);
  if (x.cols != w.rows) {
    throw_shape_error(tape, node, "the first has not as many columns as the second has rows");
  }
  require_row(tape, node, 2, w.cols);
  require_targets(tape, node, {x.rows, w.cols});
  return {x.rows, 1};
}

// In double, for few cells and for limits.
void surprise_of_row(const Linear& of, int row, Node& node) {
  const std::vector<Real> scores = of.scores_of_row(row);
  Exponentials e;
  e.of(scores);
  result(node)(row, 0) =
      static_cast<Real>(-e.log_share(scores[static_cast<std::size_t>(of.target(row))]));
}

// For each row, in the columns of one block: the highest score and the sum of e^(score − highest).
struct Tops {
  explicit Tops(int rows)
      : highest(static_cast<std::size_t>(rows)), sum(static_cast<std::size_t>(rows)) {}
  std::vector<Real> highest, sum;
};

Tops tops_of_block(const Linear& of, int block) {
  thread_local Cells scores;
  of.scores_of_block(block, scores);
  Tops tops(of.rows());
  for (int row = 0; row < of.rows(); ++row) {
    Real* const s = scores.data() + static_cast<std::ptrdiff_t>(row) * some_columns;
    const Real highest =
        std::max(std::numeric_limits<Real>::lowest(), row_kernels().max(s, some_columns));
    tops.highest[static_cast<std::size_t>(row)] = highest;
    tops.sum[static_cast<std::size_t>(row)] =
        row_kernels().powers(s, highest, 1, s, some_columns).sum;
  }
  return tops;
}

void forward(const Tape& tape, Node& node) {
  const Linear of(tape, node);
  if (of.few()) {
    for (int row = 0; row < of.rows(); ++row) surprise_of_row(of, row, node);
    return;
  }
  std::vector<Tops> tops(static_cast<std::size_t>(of.blocks()), Tops(0));
  parallel_for(of.blocks(), of.cost(), [&](int block) {
    tops[static_cast<std::size_t>(block)] = tops_of_block(of, block);
  });
  for (int row = 0; row < of.rows(); ++row) {
    const auto r = static_cast<std::size_t>(row);
    Real highest = tops[0].highest[r];
    for (const Tops& block : tops) highest = std::max(highest, block.highest[r]);
    double sum = 0;
    for (const Tops& block : tops) {
      sum += block.sum[r] * std::exp(static_cast<double>(block.highest[r]) - highest);
    }
    const double surprise = std::log(sum) + highest - of.score(row, of.target(row));
    result(node)(row, 0) = static_cast<Real>(surprise);
    if (!std::isfinite(surprise)) surprise_of_row(of, row, node);
  }
}

struct Gradients {
  Mat &x, &w, &b;
};

void exact_backward(const Linear& of, const Mat& grad, const Gradients& to) {
  for (int row = 0; row < of.rows(); ++row) {
    const std::vector<Real> scores = of.scores_of_row(row);
    if (is_limit(scores)) continue;
    Exponentials e;
    e.of(scores);
    std::vector<double> dx(static_cast<std::size_t>(of.x.cols()));
    for (int col = 0; col < of.cols(); ++col) {
      const double right = col == of.target(row) ? 1 : 0;
      const double ds = grad(row, 0) * (e.values[static_cast<std::size_t>(col)] / e.sum - right);
      to.b(0, col) += static_cast<Real>(ds);
      for (int p = 0; p < of.x.cols(); ++p) {
        to.w(p, col) += static_cast<Real>(ds * of.x(row, p));
        dx[static_cast<std::size_t>(p)] += ds * of.w(p, col);
      }
    }
    add_to(dx, to.x.row(row));
  }
}

// dS in the columns of a block, given the logarithm of each row's sum over all columns.
void score_gradient(const Linear& of, int block, const std::vector<double>& log_sums,
                    const Mat& grad, Cells& scores) {
  of.scores_of_block(block, scores);
  for (int row = 0; row < of.rows(); ++row) {
    Real* const s = scores.data() + static_cast<std::ptrdiff_t>(row) * some_columns;
    const Real log_sum = static_cast<Real>(log_sums[static_cast<std::size_t>(row)]);
    const Real dy = grad(row, 0);
    row_kernels().powers(s, log_sum, 1, s, some_columns);
    row_kernels().multiply(s, dy, some_columns);
    const int target = of.target(row) - of.first(block);
    if (target >= 0 && target < of.count(block)) s[target] -= dy;
  }
}

// The columns of dW and db of a group of blocks, and its part of dX.
void backward_of_group(const Linear& of, int first, int end, const std::vector<double>& log_sums,
                       const Mat& grad, const Gradients& to, Mat& dx) {
  thread_local Cells ds;
  for (int block = first; block < end; ++block) {
    score_gradient(of, block, log_sums, grad, ds);
    const int begin = of.first(block), here = of.count(block), inner = of.x.cols();
    Real* const db = to.b.row(0).data() + begin;
    for (int row = 0; row < of.rows(); ++row) {
      const Real* const line = ds.data() + static_cast<std::ptrdiff_t>(row) * some_columns;
      row_kernels().add(db, line, static_cast<std::size_t>(here));
    }
    blocked_product({of.x.data(), 1, inner}, {ds.data(), some_columns, 1}, to.w.data() + begin,
                    of.cols(), inner, of.rows(), here, true);
    blocked_product({ds.data(), some_columns, 1}, {of.w.data() + begin, 1, of.cols()}, dx.data(),
                    inner, of.rows(), here, inner, true);
  }
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Linear of(tape, node);
  const Gradients to{grad_in(tape, node, 0), grad_in(tape, node, 1), grad_in(tape, node, 2)};
  std::vector<double> log_sums;
  for (int row = 0; row < of.rows(); ++row) {
    log_sums.push_back(result(node)(row, 0) + of.score(row, of.target(row)));
  }
  const bool finite =
      std::ranges::all_of(log_sums, [](double log_sum) { return std::isfinite(log_sum); });
  if (!finite || of.few()) {
    exact_backward(of, grad, to);
    return;
  }
  const int groups = std::min(max_groups, of.blocks());
  std::vector<Mat> parts(static_cast<std::size_t>(groups));
  parallel_for(groups, 4 * of.cost(), [&](int group) {
    Mat& dx = parts[static_cast<std::size_t>(group)];
    dx = Mat(of.x.shape());
    backward_of_group(of, of.blocks() * group / groups, of.blocks() * (group + 1) / groups,
                      log_sums, grad, to, dx);
  });
  for (const Mat& part : parts) {
    row_kernels().add(to.x.data(), part.data(), part.size());
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int) {
  const Linear of(tape, node);
  const std::vector<Real> scores = of.scores_of_row(row);
  const int target = of.target(row);
  Exponentials e;
  e.of(scores);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  const double nats = -e.log_share(scores[static_cast<std::size_t>(target)]);
  explanation.terms.push_back(
      {{cell_in(node, 2, 0, target)}, nats, "−log " + number_text(std::exp(-nats))});
  explanation.note = "−log of the probability of the right answer";
  return explanation;
}

constexpr Op op{.name = "surprisal",
                .formula = "-\\log \\frac{e^{x_i W_{t_i} + b_{t_i}}}{\\sum_k e^{x_i W_k + b_k}}",
                .source = "Shannon 1948, section 6, of a softmax",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {{0, false}, OpMakes::kNothing, OpMakes::Numbers::plain}};
const RegisterOp registered{op};

}  // namespace

Var surprisal(Tape& tape, Var x, Var weights, Var bias, std::vector<int> targets) {
  Attr attr;
  attr.ids = std::move(targets);
  return tape.record(op, {x, weights, bias}, std::move(attr));
}

}  // namespace glassformer
