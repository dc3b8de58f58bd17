#include "core/scenes/recurrent/alignment_map.h"

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/text/alignment.h"

namespace glassformer {

namespace {

std::vector<Link> links_of(const Mat& given) {
  std::vector<Link> links;
  for (int target = 0; target < given.rows(); ++target) {
    for (int source = 0; source < given.cols(); ++source) {
      if (given(target, source) != 0) links.push_back({source, target});
    }
  }
  return links;
}

}  // namespace

std::optional<double> alignment_error(const Inputs& inputs, const Mat& weights) {
  const auto found = inputs.given.find("links");
  if (found == inputs.given.end()) return {};
  const Mat& links = found->second->value;
  // Rows of weights are the words that were asked for: the first stands for what follows the begin
  // mark. The end marks that the models add are no words.
  if (weights.rows() != links.rows() + 1 || weights.cols() != links.cols() + 1) return {};
  AlignmentErrors errors;
  const std::vector<Link> truth = links_of(links);
  errors.add(strongest_links(weights, links.rows(), links.cols()), truth);
  return errors.rate();
}

Var named_by_what_follows(Run& run, const Checkpoint& checkpoint, Var weights,
                          const std::vector<int>& target, std::string_view scope) {
  Tape& tape = run.tape;
  const Label& label = tape.node(weights).label;
  const int end = checkpoint.target().special().end;
  const Axis words{"word written",
                   Labels(piece_labels(checkpoint.target(), next_tokens(target, end))), -1};
  const Tape::Scope within(tape, scope);
  return tape.name(concat_rows(tape, {weights}),
                   {"alignment", "\\alpha", Role::probability, words, as("word read", label.cols)});
}

}  // namespace glassformer
