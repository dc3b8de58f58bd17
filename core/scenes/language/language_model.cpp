#include "core/scenes/language/language_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/takes.h"
#include "core/scenes/transformer/record_network.h"
#include "core/tensor/error.h"

namespace glassformer {

OptionSpec language_weights_option() {
  OptionSpec spec = text_option(
      "weights", "Which of the shipped models goes on with the text, by the name of its file.",
      "gpt");
  spec.label = "\\text{model}";
  return spec;
}

SlotUse language_model_slot(std::vector<std::string> dependent) {
  return {.name = slots::model.name,
          .stand_in = "weights",
          .dependent = std::move(dependent),
          .takes = is_language_model};
}

const Gpt& language_model_of(const Checkpoint& checkpoint) {
  const auto* network = dynamic_cast<const Gpt*>(checkpoint.network.get());
  if (network != nullptr) return *network;
  throw UserError(
      fmt::format("this needs a decoder alone, as glassformer train language --model gpt makes it, "
                  "and the model is a {}; choose another",
                  checkpoint.network->architecture()));
}

std::vector<int> prompt_ids(const Checkpoint& checkpoint, const std::string& text) {
  const Tokenizer& tokenizer = checkpoint.target();
  std::vector<int> ids = tokenizer.frame().before;
  const std::vector<int> typed = tokenizer.encode_whole(text, SpelledOut::one_piece);
  if (typed.empty()) {
    throw UserError("there is no text to go on with; type how it begins at the top");
  }
  ids.insert(ids.end(), typed.begin(), typed.end());
  const int most = language_model_of(checkpoint).max_len();
  if (static_cast<int>(ids.size()) > most) {
    throw UserError(fmt::format(
        "the text has {} tokens, and this model reads at most {}; give a shorter one, at "
        "the top or with --text",
        ids.size(), most));
  }
  return ids;
}

void record_language_model(Run& run, const Checkpoint& checkpoint, const std::vector<int>& ids,
                           std::vector<HeadSwitch> switches) {
  Tape& tape = run.tape;
  Pass pass = Pass::traced(tape, checkpoint.params, std::move(switches));
  const Tokens tokens = labelled_tokens(checkpoint.target(), ids, 0);
  const Var logits = language_model_of(checkpoint).logits(pass, {}, {}, tokens);
  run.tokens[0] = tokens.axis.labels;
  run.sites = pass.sites();
  run.output =
      pass.name(softmax(tape, logits), {"probabilities", "\\mathrm{softmax}", Role::probability},
                tokens.axis, tokens.vocabulary);
  if (ids.size() < 2) return;
  const Var judged = slice_rows(tape, logits, 0, static_cast<int>(ids.size()) - 1);
  run.loss = pass.name(cross_entropy(tape, judged, {ids.begin() + 1, ids.end()}), {"loss", "L"},
                       axes::none, axes::none);
}

LayerMap map_of(Run& run, int layer, int head) {
  Part all;
  int heads = 0;
  for (const AttentionSite& site : run.sites) {
    if (site.place.layer != layer - 1) continue;
    // A layer with a single head does not number it.
    if (head != 0 && site.place.head != head && site.place.head != 0) continue;
    const Part weights{run.tape, site.weights};
    all = all ? all + weights : weights;
    ++heads;
  }
  return {1.0 / heads * all, head == 0 ? fmt::format("the mean of layer {}", layer)
                                       : fmt::format("head {} of layer {}", head, layer)};
}

void check_trace_memory(const Inputs& inputs, const GptConfig& config, std::size_t tokens) {
  const double n = static_cast<double>(tokens);
  const double each_layer = 5.0 * config.heads * n * n +
                            n * (12.0 * config.d_model + (config.gated ? 5.0 : 3.0) * config.d_ff);
  check_memory(
      inputs, config.layers * each_layer + 3 * n * config.vocab_size,
      fmt::format("{} tokens, {} layers and {} pieces", tokens, config.layers, config.vocab_size));
}

}  // namespace glassformer
