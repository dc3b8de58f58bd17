// The hierarchical softmax on the card: shaders/tree.comp. The surprise of given words computes the
// scores at all nodes, by one product, and then looks at those on the way to each word.
#include <numeric>
#include <optional>
#include <vector>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/ops/affine.h"
#include "core/grad/word_tree.h"

namespace glassformer {

namespace {

// Ways through the tree, one after the other, as the shader reads them.
struct WaysOnCard {
  template <class Words>
  WaysOnCard(Device& device, const WordTree& tree, const Words& words) {
    std::vector<int> begins{0}, all;
    for (const int word : words) {
      for (const HuffmanTree::CodeBit step : tree.tree.code(word)) {
        all.push_back(static_cast<int>(2 * step.node + step.bit));
      }
      begins.push_back(static_cast<int>(all.size()));
    }
    if (all.empty()) all.push_back(0);  // nothing cannot be bound
    starts.emplace(device, begins);
    steps.emplace(device, all);
  }
  std::optional<GpuInts> starts, steps;
};

std::vector<int> all_words(int count) {
  std::vector<int> words(static_cast<std::size_t>(count));
  std::iota(words.begin(), words.end(), 0);
  return words;
}

Groups threads(int count) {
  return in_rows(groups_for(count, 128));
}

namespace log_softmax {

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat& x = gpu_in(tape, node, 0);
  const int words = to.shape().cols;
  const WaysOnCard ways(device, *word_tree(words), all_words(words));
  for (const RowBlock& rows : row_blocks(device, to.shape())) {
    const Binding from = rows.of(device, x);
    device.run({"tree.comp", "#define LOG_SOFTMAX\n"},
               {from, from, rows.of(device, to), ways.starts->whole(), ways.steps->whole()},
               {rows.count, words - 1}, {}, threads(rows.cells));
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat& x = gpu_in(tape, node, 0);
  GpuMat& dx = gpu_grad(tape, node, 0);
  const int words = grad.shape().cols;
  const auto tree = word_tree(words);
  std::vector<int> places;
  for (const WordTree::Below& below : tree->below) {
    places.insert(places.end(), {below.begin, below.middle, below.end});
  }
  const GpuInts starts(device, places), leaves(device, tree->words);
  for (const RowBlock& rows : row_blocks(device, grad.shape())) {
    device.run({"tree.comp", "#define LOG_SOFTMAX\n#define BACKWARD\n"},
               {rows.of(device, x), rows.of(device, grad), rows.of(device, dx), starts.whole(),
                leaves.whole()},
               {rows.count, words - 1}, {}, threads(rows.count * (words - 1)));
  }
}

constexpr GpuOp op{"tree_log_softmax", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace log_softmax

namespace surprisal {

AffineOnCard linear(const Tape& tape, const Node& node) {
  return {gpu_in(tape, node, 0), gpu_in(tape, node, 1), gpu_in(tape, node, 2), true};
}

GpuMatPtr scores_of(Device& device, const AffineOnCard& of) {
  GpuMatPtr scores = device.make({of.x.shape().rows, of.w.shape().rows});
  of.forward(device, *scores);
  return scores;
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMatPtr scores = scores_of(device, linear(tape, node));
  const int nodes = scores->shape().cols;
  const auto tree = word_tree(nodes + 1);
  for (const RowBlock& rows : row_blocks(device, scores->shape())) {
    const WaysOnCard ways(device, *tree, rows.of(node.attr.ids));
    const Binding from = rows.of(device, *scores);
    device.run({"tree.comp", ""},
               {from, from, rows.of(device, to), ways.starts->whole(), ways.steps->whole()},
               {rows.count, nodes}, {}, threads(rows.count));
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const AffineOnCard of = linear(tape, node);
  const GpuMatPtr scores = scores_of(device, of), slopes = device.zeros(scores->shape());
  const int nodes = scores->shape().cols;
  const auto tree = word_tree(nodes + 1);
  for (const RowBlock& rows : row_blocks(device, scores->shape())) {
    const WaysOnCard ways(device, *tree, rows.of(node.attr.ids));
    device.run({"tree.comp", "#define BACKWARD\n"},
               {rows.of(device, *scores), rows.of(device, grad), rows.of(device, *slopes),
                ways.starts->whole(), ways.steps->whole()},
               {rows.count, nodes}, {}, threads(rows.count));
  }
  of.backward(device, *slopes, gpu_grad(tape, node, 0), gpu_grad(tape, node, 1),
              gpu_grad(tape, node, 2));
}

constexpr GpuOp op{"tree_surprisal", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace surprisal

}  // namespace

}  // namespace glassformer
