#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/models/head_switch.h"
#include "core/models/transformer.h"
#include "core/models/transformer_cost.h"
#include "core/scenes/chosen.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/scene.h"
#include "core/scenes/takes.h"
#include "core/scenes/transformer/aggregates.h"
#include "core/scenes/transformer/record_network.h"
#include "core/scenes/transformer/stream.h"
#include "core/scenes/transformer/sub_layers.h"
#include "core/scenes/transformer/translated.h"
#include "core/scenes/unknown_words.h"
#include "core/tensor/error.h"

// The trained encoder–decoder Transformer on one sentence, with every intermediate.
namespace glassformer {

namespace {

void check_size(const Inputs& inputs, const TransformerConfig& c, std::size_t source,
                std::size_t target) {
  const double n = static_cast<double>(source), m = static_cast<double>(target);
  const double weights = static_cast<double>(parameter_count(c));
  const double pairs =
      5.0 * c.heads * (c.encoder_layers * n * n + c.decoder_layers * (m * m + m * n));
  const double rows =
      (n * c.encoder_layers + m * c.decoder_layers) * (12.0 * c.d_model + 3.0 * c.d_ff);
  check_memory(
      inputs, weights + pairs + rows + 2 * m * c.target_vocab_size,
      fmt::format("{} and {} pieces in a model of {} parameters", source, target, weights));
}

// Behind each piece but the last, the next.
std::vector<int> following(const std::vector<int>& ids) {
  return ids.empty() ? ids : std::vector<int>(ids.begin() + 1, ids.end());
}

// The same sentence with the heads as they were trained, in the scope `original`: what a head was
// good for.
TransformerRecord::Judged record_original(Run& run, const Checkpoint& checkpoint,
                                          const std::vector<int>& source,
                                          const std::vector<int>& target) {
  Run beside;
  beside.tape = std::move(run.tape);
  {
    const Tape::Scope scope(beside.tape, "original");
    record_network(beside, checkpoint, source, target);
  }
  run.tape = std::move(beside.tape);
  run.notes.push_back(fmt::format("loss {:.4f}, and {:.4f} with the heads as they were trained",
                                  run.tape.value(run.loss)(0, 0),
                                  run.tape.value(beside.loss)(0, 0)));
  return {beside.output, beside.loss, following(target)};
}

Run run_transformer(const Inputs& inputs) {
  const CheckpointPtr checkpoint = chosen_model(inputs);
  const TransformerConfig& config = transformer_of(*checkpoint).sizes();
  const std::string switches = text(inputs, "head_scale");
  const bool given = !inputs.text[1].empty();
  std::vector<int> source;
  if (config.encoder_layers > 0) source = source_ids(*checkpoint, inputs.text[0]);
  const std::vector<int> target =
      given ? target_ids(*checkpoint, inputs.text[1])
            : translated(checkpoint, inputs.text[0], number(inputs, "held") == 1 ? "" : switches);
  check_size(inputs, config, source.size(), target.size());

  Run run;
  run.tape = Tape(inputs.edits);
  const std::vector<HeadSwitch> heads = parse_head_switches(switches, head_counts(config));
  record_network(run, *checkpoint, source, target, heads);
  TransformerRecord record;
  record.sub_layers = sub_layers(run.tape);
  record.logits = run.tape.find("logits");
  record.now = {run.output, run.loss, following(target)};
  for (const HeadSwitch& one : heads) record.switched.push_back(one);
  record.together = record_aggregates(run, config);
  record.encoder = record_stream(run.tape, "encoder");
  record.decoder = record_stream(run.tape, "decoder");
  if (number(inputs, "gradients") == 1) run.tape.backward(run.loss, 0, 0);
  if (!heads.empty()) {
    record.original = record_original(run, *checkpoint, source,
                                      given ? target : translated(checkpoint, inputs.text[0], ""));
  }
  if (config.encoder_layers > 0) note_unknown_words(run, *checkpoint, inputs.text[0]);
  if (!given) {
    run.notes.push_back("The translation is the model's own. Type another in the second field.");
  }
  run.records.add(std::move(record));
  return run;
}

const RegisterScene registered{
    {.name = "transformer",
     .what =
         "The Transformer, encoder and decoder, trained to translate: the second sentence is the "
         "translation that is judged, or if it is left out the model's own.",
     .subject = Subject::transformer,
     .options = {weights_option("Which of the shipped models translates, by the name of its file."),
                 text_option("head_scale",
                             "Multiplies the output of heads, or copies another's: cross.1.2=0, "
                             "encoder.0.1=@encoder.0.2."),
                 shown_in_view(toggle_option(
                     "gradients", "\\text{gradients}",
                     "Goes backwards from the loss: then every matrix has its gradient.", false)),
                 shown_in_view(toggle_option(
                     "held", "\\text{held}",
                     "The translation that is judged is that of all heads as they were trained, "
                     "whichever are changed.",
                     false))},
     .sentences = 2,
     .slots = {{.name = slots::model.name,
                .stand_in = "weights",
                .dependent = {"head_scale"},
                .fits = has_switched_heads,
                .takes = is_transformer}},
     .run = run_transformer}};

}  // namespace

}  // namespace glassformer
