#include "core/scenes/transformer/write_attention.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Stack = AttentionPlace::Stack;

LeafPtr copy_of(const Tape& tape, Var var) {
  return std::make_shared<const Leaf>(tape.value(var));
}

std::vector<const AttentionSite*> sites_in(const Run& run, Stack stack) {
  std::vector<const AttentionSite*> sites;
  for (const AttentionSite& site : run.sites) {
    if (site.place.stack != stack || site.place.kind != AttentionPlace::Kind::self) continue;
    if (!site.weights) continue;
    const Shape shape = run.tape.shape(site.weights);
    if (shape.rows == shape.cols) sites.push_back(&site);
  }
  return sites;
}

// What a layer gives to the next: its last norm where that stands behind the sum, else the sum.
Var output_of(const Tape& tape, const std::string& layer) {
  Var output;
  for (int number = 1;; ++number) {
    const Var sum = tape.find(fmt::format("{}.residual_{}", layer, number));
    if (!sum) return output;
    const Var norm = tape.find(fmt::format("{}.norm_{}", layer, number));
    const bool behind = norm && tape.node(norm).inputs.front() == sum;
    output = behind ? norm : sum;
  }
}

std::vector<LeafPtr> states_of(const Tape& tape, const std::string& side, int layers) {
  const Var input = tape.find(side + ".input");
  if (!input) return {};
  std::vector<LeafPtr> states{copy_of(tape, input)};
  for (int layer = 0; layer < layers; ++layer) {
    const Var output = output_of(tape, fmt::format("{}.{}", side, layer));
    if (!output) return {};
    states.push_back(copy_of(tape, output));
  }
  return states;
}

bool is_causal(const Mat& weights) {
  for (int i = 0; i < weights.rows(); ++i) {
    const auto later = weights.row(i).subspan(static_cast<std::size_t>(i) + 1);
    if (std::ranges::any_of(later, [](Real weight) { return weight != 0; })) return false;
  }
  return true;
}

}  // namespace

AttentionFile attention_of(const Run& run) {
  for (const auto& [stack, side] :
       {std::pair{Stack::encoder, "encoder"}, std::pair{Stack::decoder, "decoder"},
        std::pair{Stack::alone, ""}}) {
    const std::vector<const AttentionSite*> sites = sites_in(run, stack);
    if (sites.empty()) continue;
    AttentionFile made;
    const Node& first = run.tape.node(sites.front()->weights);
    const Shape shape = run.tape.shape(sites.front()->weights);
    made.tokens = axis_labels(first.label.rows, shape.rows);
    made.causal = true;
    for (const AttentionSite* site : sites) {
      const Mat& weights = run.tape.value(site->weights);
      made.layers = std::max(made.layers, site->place.layer + 1);
      made.causal = made.causal && is_causal(weights);
      made.weights.push_back(copy_of(run.tape, site->weights));
    }
    made.heads = static_cast<int>(sites.size()) / made.layers;
    made.hidden = states_of(run.tape, side, made.layers);
    return made;
  }
  throw UserError(
      "there is no attention of a text to itself here, which a file of attentions holds; take a "
      "lesson about a Transformer, as heads");
}

}  // namespace glassformer
