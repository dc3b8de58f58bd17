#include "core/scenes/vectors/code_tree_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/nn/axes.h"
#include "core/scenes/part.h"

namespace glassformer {

namespace {

std::string child_name(const HuffmanTree& tree, const Axis& words, std::int32_t child) {
  if (child < 0) return axis_label(words, -1 - child);
  return fmt::format("{}", tree.nodes[static_cast<std::size_t>(child)].count);
}

Part name_joins(const HuffmanTree& tree, Part counts) {
  const Axis words = counts.cols();
  Mat joins(static_cast<int>(tree.nodes.size()), 3);
  Axis rows{"join", {}, -1};
  const auto count_of = [&](std::int32_t child) {
    return child < 0 ? counts.value()(0, -1 - child)
                     : static_cast<Real>(tree.nodes[static_cast<std::size_t>(child)].count);
  };
  for (int i = 0; i < joins.rows(); ++i) {
    const auto& [first, second] = tree.nodes[static_cast<std::size_t>(i)].children;
    joins(i, 0) = count_of(first);
    joins(i, 1) = count_of(second);
    joins(i, 2) = joins(i, 0) + joins(i, 1);
    rows.labels.push_back(child_name(tree, words, first) + " + " + child_name(tree, words, second));
  }
  std::function<std::string(int, int)> origin = [joins](int row, int col) {
    if (col < 2) return std::string("The smallest two counts that are left are joined.");
    return fmt::format("{:g} + {:g} = {:g}: what is joined counts as much as its two parts.",
                       joins(row, 0), joins(row, 1), joins(row, 2));
  };
  // Made before the label: GCC 12 destroys a part of it twice where a later one finds no memory.
  Axis columns{"", {"one", "other", "together"}, -1};
  return put(counts.tape(), joins,
             {"joins", "\\text{joins}", Role::plain, std::move(rows), std::move(columns),
              std::move(origin)});
}

void name_codes(const HuffmanTree& tree, Part counts, CodeTreeNodes& nodes) {
  Tape& tape = counts.tape();
  const Axis words = counts.cols();
  const int n = counts.shape().cols;
  int max_bits = 1;
  for (int w = 0; w < n; ++w) {
    max_bits = std::max(max_bits, static_cast<int>(tree.code(w).size()));
  }
  Mat codes(n, max_bits, std::numeric_limits<Real>::quiet_NaN());
  Mat lengths(n, 1);
  for (int w = 0; w < n; ++w) {
    const std::span<const HuffmanTree::CodeBit> code = tree.code(w);
    lengths(w, 0) = static_cast<Real>(code.size());
    for (std::size_t i = 0; i < code.size(); ++i) codes(w, static_cast<int>(i)) = code[i].bit;
  }
  nodes.codes =
      put(tape, std::move(codes),
          {"codes", "\\text{code}", Role::plain, words, numbered("bit"),
           all_cells("A turn on the way from the root of the Huffman tree to the word: 0 or 1.")});
  const Part depths = put(tape, std::move(lengths),
                          {"lengths", "L", Role::plain, words, numbered(""),
                           all_cells("Counted: the turns from the root to the word.")});
  (counts * depths).as("bits", "\\Sigma N L");
  const Part shares = share(counts).as("share", "\\frac{N}{\\Sigma N}");
  nodes.cost = (shares * depths).as("cost", "\\bar{L}");
}

// Powers of two, and the words of the English language that lecture 004 speaks of.
const Mat& growth_rows() {
  static const Mat rows = [] {
    std::vector<int> sizes;
    for (int v = 2; v <= 32'768; v *= 4) sizes.push_back(v);
    sizes.push_back(170'000);
    Mat made(static_cast<int>(sizes.size()), 3);
    for (int i = 0; i < made.rows(); ++i) {
      const int v = sizes[static_cast<std::size_t>(i)];
      made(i, 0) = static_cast<Real>(v);
      made(i, 1) = static_cast<Real>(std::log2(static_cast<double>(v)));
      made(i, 2) = static_cast<Real>(zipf_turns(v));
    }
    return made;
  }();
  return rows;
}

Part name_growth(Tape& tape) {
  const Mat& rows = growth_rows();
  Axis sizes{"V", {}, -1};
  for (int i = 0; i < rows.rows(); ++i) sizes.labels.push_back(fmt::format("{:g}", rows(i, 0)));
  const auto origin = [](int row, int col) {
    const double v = growth_rows()(row, 0);
    if (col == 0) return fmt::format("A softmax scores every one of the {:g} words.", v);
    if (col == 1) {
      return fmt::format("log₂ {:g}: the turns in a tree whose words are all equally deep.", v);
    }
    return fmt::format(
        "Built and counted: the Huffman tree of {:g} words of which the r-th comes "
        "1/r as often as the first (Zipf's law).",
        v);
  };
  return put(tape, rows,
             {"growth", "\\text{cost}", Role::plain, std::move(sizes),
              Axis{"", {"softmax", "balanced", "Huffman"}, -1}, origin});
}

}  // namespace

double zipf_turns(int words) {
  constexpr double first = 1ULL << 40;  // large enough that rounding does not count
  std::vector<std::uint64_t> counts;
  std::uint64_t all = 0;
  for (int r = 1; r <= words; ++r) {
    counts.push_back(static_cast<std::uint64_t>(std::llround(first / r)));
    all += counts.back();
  }
  // A node counts all words below it, and each of them has one code bit there.
  double bits = 0;
  for (const HuffmanTree::Node& node : huffman_nodes(counts)) {
    bits += static_cast<double>(node.count);
  }
  return bits / static_cast<double>(all);
}

CodeTreeNodes name_code_tree(const HuffmanTree& tree, Part counts) {
  const Tape::Scope scope(counts.tape(), CodeTreeNodes::scope);
  CodeTreeNodes nodes;
  if (!tree.nodes.empty()) nodes.joins = name_joins(tree, counts);
  name_codes(tree, counts, nodes);
  nodes.growth = name_growth(counts.tape());
  return nodes;
}

}  // namespace glassformer
