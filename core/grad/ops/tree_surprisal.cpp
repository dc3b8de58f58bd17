// How surprising the targets t are to a hierarchical softmax: y_i = −Σ log σ(±s_ik) over the inner
// nodes k on the way to t_i, s_ik = x_i · w_k + b_k; + where the code of t_i has bit 0, − where it
// has bit 1. Reads Attr::ids: t, a word for each row of x. Backward, with σ the probability that
// the decision falls as it does:
//   ds_ik = ∓ dy_i (1 − σ(±s_ik)),  dx_i = Σ_k ds_ik w_k,  dw_k = Σ_i ds_ik x_i,  db_k = Σ_i ds_ik.
//
// It equals −log of tree_log_softmax's result at the target, but of V − 1 nodes only some log₂ V
// are looked at: what makes a large vocabulary cheap to learn. Forward keeps ds_ik / dy_i.
#include <algorithm>
#include <vector>

#include "core/grad/log_sigmoid.h"
#include "core/grad/ops/common.h"
#include "core/grad/ops/tree_steps.h"
#include "core/grad/tree_ops.h"
#include "core/grad/word_tree.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0), w = in_shape(tape, node, 1);
  if (x.cols != w.cols) {
    throw_shape_error(tape, node, "the first and the second have not as many columns");
  }
  require_row(tape, node, 2, w.rows);
  require_targets(tape, node, {x.rows, w.rows + 1});
  return {x.rows, 1};
}

struct Ways {
  Ways(const Tape& tape, const Node& node)
      : x(in(tape, node, 0)),
        w(in(tape, node, 1)),
        b(in(tape, node, 2)),
        targets(node.attr.ids),
        words(word_tree(w.rows() + 1)) {}

  std::span<const HuffmanTree::CodeBit> to_target(int row) const {
    return words->tree.code(targets[static_cast<std::size_t>(row)]);
  }
  double score(int row, const HuffmanTree::CodeBit& step) const {
    const auto at = static_cast<int>(step.node);
    const auto a = x.row(row);
    return row_kernels().dot_in_double(a.data(), w.row(at).data(), a.size()) + b(0, at);
  }
  // On the way to any target; some more than once.
  std::vector<int> nodes() const {
    std::vector<int> all;
    for (int row = 0; row < x.rows(); ++row) {
      for (const HuffmanTree::CodeBit step : to_target(row)) {
        all.push_back(static_cast<int>(step.node));
      }
    }
    return all;
  }
  std::size_t longest() const {
    std::size_t steps = 0;
    for (int row = 0; row < x.rows(); ++row) steps = std::max(steps, to_target(row).size());
    return steps;
  }

  const Mat &x, &w, &b;
  const std::vector<int>& targets;
  const std::shared_ptr<const WordTree> words;
};

void forward(const Tape& tape, Node& node) {
  const Ways ways(tape, node);
  Mat& slopes = node.computed->kept;
  const std::size_t longest = ways.longest();
  slopes.resize({ways.x.rows(), static_cast<int>(longest)});
  parallel_for(ways.x.rows(), ways.x.size() * longest, [&](int row) {
    double surprise = 0;
    auto slope = slopes.row(row).begin();
    for (const HuffmanTree::CodeBit step : ways.to_target(row)) {
      const double score = towards(step, ways.score(row, step));
      surprise -= log_sigmoid_of(score);
      *slope++ = static_cast<Real>(towards(step, -yes(-score)));
    }
    result(node)(row, 0) = static_cast<Real>(surprise);
  });
}

// to += factor · from.
void add_times(std::span<Real> to, Real factor, std::span<const Real> from) {
  row_kernels().add_times(to.data(), factor, from.data(), 0, to.size());
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Ways ways(tape, node);
  const Mat& slopes = node.computed->kept;
  Mat& dx = grad_in(tape, node, 0);
  parallel_for(
      ways.x.rows(), slopes.size() * static_cast<std::size_t>(ways.x.cols()), [&](int row) {
        auto slope = slopes.row(row).begin();
        for (const HuffmanTree::CodeBit step : ways.to_target(row)) {
          add_times(dx.row(row), grad(row, 0) * *slope++, ways.w.row(static_cast<int>(step.node)));
        }
      });
  // Rows share nodes: their sums are made in order, by one thread.
  Mat &dw = tape.grad_of_rows(node.inputs[1], ways.nodes()), &db = grad_in(tape, node, 2);
  for (int row = 0; row < ways.x.rows(); ++row) {
    auto slope = slopes.row(row).begin();
    for (const HuffmanTree::CodeBit step : ways.to_target(row)) {
      const auto at = static_cast<int>(step.node);
      const Real ds = grad(row, 0) * *slope++;
      add_times(dw.row(at), ds, ways.x.row(row));
      db(0, at) += ds;
    }
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int) {
  const Ways ways(tape, node);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  for (const HuffmanTree::CodeBit step : ways.to_target(row)) {
    const double score = towards(step, ways.score(row, step));
    explanation.terms.push_back({{cell_in(node, 2, 0, static_cast<int>(step.node))},
                                 -log_sigmoid_of(score),
                                 "−" + log_sigmoid_text(score)});
  }
  explanation.note = "a decision at each inner node on the way from the root to the right word";
  return explanation;
}

constexpr Op op{.name = "tree_surprisal",
                .formula = "-\\sum_k \\log \\sigma(\\pm (x_i w_k + b_k))",
                .source = "Morin and Bengio 2005, section 3; Mikolov et al. 2013, equation 3",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {{0, false}, OpMakes::kNothing, OpMakes::Numbers::plain}};
const RegisterOp registered{op};

}  // namespace

Var tree_surprisal(Tape& tape, Var x, Var weights, Var bias, std::vector<int> targets) {
  Attr attr;
  attr.ids = std::move(targets);
  return tape.record(op, {x, weights, bias}, std::move(attr));
}

}  // namespace glassformer
