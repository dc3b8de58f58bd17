#include "core/scenes/records/alignments.h"

#include <fmt/format.h>

#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/recurrent/decoded.h"
#include "core/scenes/recurrent/true_links.h"
#include "core/scenes/scene.h"
#include "core/scenes/transformer/record_network.h"
#include "core/tensor/error.h"

// Three trained decoders on one sentence: where each of them looked for each word that it wrote.
namespace glassformer {

namespace {

struct Shown {
  const char* scope;
  const char* option;
  const char* name;
  const char* usual;  // the model that has that name
};
constexpr Shown recurrent[] = {{"bahdanau", "first", "Bahdanau", "gru-bahdanau"},
                               {"luong", "second", "Luong", "gru-luong"}};
// In the place of Luong's decoder stands a model that was opened or chosen.
constexpr const Shown& replaceable = recurrent[1];

Run run_alignments(const Inputs& inputs) {
  Run run;
  Edits edits = inputs.edits;
  for (const Shown& shown : recurrent) edits = with_steps(edits, shown.scope);
  run.tape = Tape(std::move(edits));
  AlignmentsRecord record;
  const std::string& sentence = inputs.text[0];
  const bool given = !inputs.text[1].empty();
  const auto add = [&](const CheckpointPtr& checkpoint, const char* scope, const std::string& name,
                       const std::vector<int>& target, const auto& weights_of) {
    Run made;
    made.tape = std::move(run.tape);
    {
      const Tape::Scope within(made.tape, scope);
      record_network(made, *checkpoint, source_ids(*checkpoint, sentence), target);
    }
    const Var weights =
        named_by_what_follows(made.tape, *checkpoint, weights_of(made), target, scope);
    AlignmentsRecord::Decoder decoder{name, weights, text_of(checkpoint->target(), target),
                                      alignment_error(inputs, made.tape.value(weights))};
    record.decoders.push_back(std::move(decoder));
    if (run.tokens[0].empty()) run.tokens = made.tokens;
    for (AttentionSite& site : made.sites) run.sites.push_back(std::move(site));
    run.output = made.output;
    run.loss = made.loss;
    run.tape = std::move(made.tape);
  };
  for (const Shown& shown : recurrent) {
    const CheckpointPtr own = &shown == &replaceable ? inputs.resources.get(slots::model) : nullptr;
    const CheckpointPtr checkpoint = own ? own : load_shipped(text(inputs, shown.option));
    if (!seq2seq_of(*checkpoint).sizes().has_attention()) {
      throw UserError(
          "this shows where a decoder looks, but the model that was chosen has no attention: train "
          "one with --attention");
    }
    const std::vector<int> target = given
                                        ? target_ids(*checkpoint, inputs.text[1])
                                        : decoded(checkpoint, sentence, inputs.edits, shown.scope);
    // Another shipped one is called by its own name.
    const std::string asked = text(inputs, shown.option);
    const std::string name = own ? "The chosen model" : asked == shown.usual ? shown.name : asked;
    add(checkpoint, shown.scope, name, target,
        [](const Run& made) { return made.sites.front().weights; });
  }
  const CheckpointPtr transformer = load_shipped(text(inputs, "third"));
  const std::string head = text(inputs, "head");
  add(transformer, "transformer", "Transformer",
      given ? target_ids(*transformer, inputs.text[1])
            : decoded(transformer, sentence, {}, "transformer"),
      [&](const Run& made) {
        for (const AttentionSite& site : made.sites) {
          if (site.name == head) return site.weights;
        }
        throw UserError(fmt::format("the Transformer has no head \"{}\"", head));
      });
  run.records.add(std::move(record));
  return run;
}

OptionSpec model_option(const char* name, const char* label, const char* help,
                        const char* initial) {
  OptionSpec spec = text_option(name, help, initial);
  spec.label = label;
  return shown_in_view(std::move(spec));
}

const RegisterScene registered{
    {.name = "alignments",
     .what =
         "Three trained decoders on one sentence: where each looked for each word that it wrote.",
     .subject = Subject::transformer,
     .options = {model_option("first", "\\text{Bahdanau}",
                              "A shipped model with Bahdanau's attention.", recurrent[0].usual),
                 model_option("second", "\\text{Luong}", "A shipped model with Luong's attention.",
                              recurrent[1].usual),
                 model_option("third", "\\text{Transformer}", "A shipped Transformer.", "en-fr"),
                 shown_in_view(
                     text_option("head", "Which head of the Transformer is shown.", "cross.1.4")),
                 links_of_option()},
     .givens = {"links"},
     .sentences = 2,
     .slots = {{.name = slots::model.name, .stand_in = replaceable.option, .takes = attends}},
     .run = run_alignments}};

}  // namespace

}  // namespace glassformer
