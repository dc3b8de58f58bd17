#include "core/scenes/transformer/stream.h"

#include <fmt/format.h>

#include <vector>

#include "core/scenes/part.h"

namespace glassformer {

TransformerRecord::Stream record_stream(Tape& tape, const std::string& side) {
  // What goes into the first layer: where no position is added, the words alone.
  Var input = tape.find(side + ".input");
  if (!input) input = tape.find(side + ".scaled");
  if (!input) input = tape.find(side + ".embedding");
  if (!input) return {};
  std::vector<Part> stream{lengths({tape, input})}, added;
  Axis sums{"after", {"input"}, -1}, parts{"sub-layer", {}, -1};
  for (int layer = 0;; ++layer) {
    int number = 1;
    for (;; ++number) {
      const Var sum = tape.find(fmt::format("{}.{}.residual_{}", side, layer, number));
      if (!sum) break;
      const std::string name = fmt::format("{}.{}", layer + 1, number);
      stream.push_back(lengths({tape, sum}));
      added.push_back(lengths({tape, tape.node(sum).inputs[1]}));
      sums.labels.push_back(name);
      parts.labels.push_back(name);
    }
    if (number == 1) break;
  }
  if (added.empty()) return {};
  const Tape::Scope scope(tape, side + ".stream");
  return {concat_cols(stream).as("length", "\\|x\\|", {.cols = sums}),
          concat_cols(added).as("added", "\\|\\mathrm{Sublayer}(x)\\|", {.cols = parts})};
}

}  // namespace glassformer
