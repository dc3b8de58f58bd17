// y_w = Σ log σ(±x_i) over the inner nodes i on the way to the word w: + where its code has bit 0,
// − where it has bit 1. The probabilities of all words sum to 1, since σ(x) + σ(−x) = 1 at each
// node. Backward, with Y_0 and Y_1 the sums of dy over the words below either child of node i:
//   dx_i = Y_0 σ(−x_i) − Y_1 σ(x_i).
// ±∞ decides for certain: the words of the other side get −∞. nan stays nan, below its node.
#include <vector>

#include "core/grad/log_sigmoid.h"
#include "core/grad/ops/common.h"
#include "core/grad/ops/tree_steps.h"
#include "core/grad/tree_ops.h"
#include "core/grad/word_tree.h"
#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

constexpr std::size_t cost_of_decision = 32;  // cell operations

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0);
  return {x.rows, x.cols + 1};
}

// From the root down; children have smaller numbers than their node.
void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  const auto words = word_tree(x.cols() + 1);
  const std::vector<HuffmanTree::Node>& nodes = words->tree.nodes;
  parallel_for(x.rows(), x.size() * cost_of_decision, [&](int row) {
    const auto y = result(node).row(row);
    const auto scores = x.row(row);
    std::vector<double> so_far(nodes.size());
    if (nodes.empty()) y[0] = 0;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      for (unsigned bit = 0; bit < 2; ++bit) {
        const double log_p =
            so_far[i] + log_sigmoid_of(bit == 0 ? scores[i] : -static_cast<double>(scores[i]));
        const std::int32_t child = nodes[i].children[bit];
        if (child < 0) {
          y[static_cast<std::size_t>(-1 - child)] = static_cast<Real>(log_p);
        } else {
          so_far[static_cast<std::size_t>(child)] = log_p;
        }
      }
    }
  });
}

// From the leaves up.
void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  const auto words = word_tree(x.cols() + 1);
  const std::vector<HuffmanTree::Node>& nodes = words->tree.nodes;
  parallel_for(x.rows(), x.size() * cost_of_decision, [&](int row) {
    const auto dy = grad.row(row);
    const auto to = dx.row(row);
    const auto scores = x.row(row);
    std::vector<double> below(nodes.size());
    const auto sum_of = [&](std::int32_t child) {
      return child < 0 ? static_cast<double>(dy[static_cast<std::size_t>(-1 - child)])
                       : below[static_cast<std::size_t>(child)];
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double first = sum_of(nodes[i].children[0]), second = sum_of(nodes[i].children[1]);
      below[i] = first + second;
      const double x_i = scores[i];
      to[i] += static_cast<Real>(first * yes(-x_i) - second * yes(x_i));
    }
  });
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat& x = in(tape, node, 0);
  const auto words = word_tree(x.cols() + 1);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  for (const HuffmanTree::CodeBit step : words->tree.code(col)) {
    const auto at = static_cast<int>(step.node);
    const double score = towards(step, x(row, at));
    explanation.terms.push_back(
        {{cell_in(node, 0, row, at)}, log_sigmoid_of(score), log_sigmoid_text(score)});
  }
  explanation.note = "a decision at each inner node on the way from the root to this word";
  return explanation;
}

Law law(LawPen& pen) {
  if (!pen.col.is_number()) return {};
  const auto words = word_tree(pen.shape(0).cols + 1);
  Law law;
  for (const HuffmanTree::CodeBit step : words->tree.code(pen.col.at)) {
    law.is_sum = !law.text.empty();
    law.text += std::string(law.text.empty() ? "" : " + ") + "\\log \\sigma(" +
                (step.bit == 0 ? "" : "-") + pen.cell(0, pen.row, static_cast<int>(step.node)) +
                ")";
  }
  return law;
}

constexpr Op op{.name = "tree_log_softmax",
                .formula = "\\sum_k \\log \\sigma(\\pm x_{ik})",
                .source = "Morin and Bengio 2005, section 3; Mikolov et al. 2013, equation 3",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {.cols = OpMakes::kNothing, .numbers = OpMakes::Numbers::score}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var tree_log_softmax(Tape& tape, Var scores) {
  return tape.record(op, {scores});
}

}  // namespace glassformer
