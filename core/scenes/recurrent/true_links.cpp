#include "core/scenes/recurrent/true_links.h"

#include "core/scenes/options.h"
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

OptionSpec links_of_option() {
  return shown_in_view(text_option("links_of", "The sentence whose true links are given."));
}

std::optional<double> alignment_error(const Inputs& inputs, const Mat& weights) {
  const auto found = inputs.given.find("links");
  if (found == inputs.given.end()) return {};
  if (inputs.text[0] != text(inputs, "links_of")) return {};  // they are of another sentence
  const Mat& links = found->second->value;
  // Rows of weights are the words that were asked for: the first stands for what follows the begin
  // mark. The end marks that the models add are no words.
  if (weights.rows() != links.rows() + 1 || weights.cols() != links.cols() + 1) return {};
  AlignmentErrors errors;
  const std::vector<Link> truth = links_of(links);
  errors.add(strongest_links(weights, links.rows(), links.cols()), truth);
  return errors.rate();
}

}  // namespace glassformer
