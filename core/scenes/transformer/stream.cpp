#include "core/scenes/transformer/stream.h"

#include <fmt/format.h>

#include <vector>

#include "core/grad/ops.h"

namespace glassformer {

namespace {

// ‖x_i‖ for every row: its distance from 0. [n, 1]
Var lengths(Tape& tape, Var x) {
  return distance(tape, x, tape.input(Mat(1, tape.shape(x).cols)));
}

}  // namespace

TransformerRecord::Stream record_stream(Tape& tape, const std::string& side) {
  const Var input = tape.find(side + ".input");
  if (!input) return {};
  std::vector<Var> stream{lengths(tape, input)}, added;
  Axis sums{"after", {"input"}, -1}, parts{"sub-layer", {}, -1};
  for (int layer = 0;; ++layer) {
    int number = 1;
    for (;; ++number) {
      const Var sum = tape.find(fmt::format("{}.{}.residual_{}", side, layer, number));
      if (!sum) break;
      const std::string name = fmt::format("{}.{}", layer + 1, number);
      stream.push_back(lengths(tape, sum));
      added.push_back(lengths(tape, tape.node(sum).inputs[1]));
      sums.labels.push_back(name);
      parts.labels.push_back(name);
    }
    if (number == 1) break;
  }
  if (added.empty()) return {};
  const Axis tokens = tape.node(input).label.rows;
  const Tape::Scope scope(tape, side + ".stream");
  const Var length =
      tape.name(concat_cols(tape, stream), {"length", "\\|x\\|", Role::plain, tokens, sums});
  const Var parted = tape.name(concat_cols(tape, added), {"added", "\\|\\mathrm{Sublayer}(x)\\|",
                                                          Role::plain, tokens, parts});
  return {length, parted};
}

}  // namespace glassformer
