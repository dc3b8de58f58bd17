#include <fmt/format.h>

#include <utility>

#include "core/models/head_switch.h"
#include "core/scenes/chosen.h"
#include "core/scenes/language/language_model.h"
#include "core/scenes/options.h"
#include "core/scenes/records/transformer.h"
#include "core/scenes/transformer/aggregates.h"
#include "core/scenes/transformer/stream.h"
#include "core/scenes/transformer/sub_layers.h"
#include "core/scenes/unknown_words.h"
#include "core/tensor/error.h"

// A decoder alone (Radford et al. 2018, 2019; Touvron et al. 2023) on a text that is given: every
// intermediate under the names that the scene transformer has for its decoder, all heads taken
// together, the residual stream, how well each next token is predicted, and on request the gradient
// of that.
namespace glassformer {

namespace {

HeadCounts head_counts(const GptConfig& config) {
  return {0, config.layers, config.heads};
}

bool has_switched_heads(const Inputs& inputs) {
  try {
    parse_head_switches(text(inputs, transformer_options::head_scale.name),
                        head_counts(language_model_of(*chosen_model(inputs)).sizes()));
    return true;
  } catch (const UserError&) {
    return false;
  }
}

class DecoderAlone {
 public:
  explicit DecoderAlone(const Inputs& inputs)
      : inputs_(inputs),
        model_(chosen_model(inputs)),
        config_(language_model_of(*model_).sizes()),
        ids_(prompt_ids(*model_, inputs.text[0])) {}

  Run run() {
    note_unknown_words(run_, *model_, inputs_.text[0]);
    check_trace_memory(inputs_, config_, ids_.size());
    const std::vector<HeadSwitch> switches = parse_head_switches(
        text(inputs_, transformer_options::head_scale.name), head_counts(config_));
    run_.tape = Tape(inputs_.edits);
    record_language_model(run_, *model_, ids_, switches);
    record_.sub_layers = sub_layers(run_.tape);
    record_.logits = run_.tape.find("logits");
    record_.now = {run_.output, run_.loss, following()};
    record_.switched = switches;
    {
      const Tape::Scope scope(run_.tape, "aggregate.decoder");
      record_.together[1] = record_together(run_, AttentionPlace::Stack::decoder,
                                            AttentionPlace::Kind::self, config_.heads);
    }
    record_.decoder = record_stream(run_.tape, "decoder");
    if (number(inputs_, "gradients") == 1) go_back();
    if (!switches.empty()) judge_as_trained();
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  std::vector<int> following() const { return {ids_.begin() + 1, ids_.end()}; }

  void go_back() {
    if (run_.loss) return run_.tape.backward(run_.loss, 0, 0);
    run_.notes.emplace_back("A single token has no next one to be predicted, so there is no loss");
  }

  // The same text with the heads as they were trained, in the scope `original`.
  void judge_as_trained() {
    Run beside;
    beside.tape = std::move(run_.tape);
    {
      const Tape::Scope scope(beside.tape, "original");
      record_language_model(beside, *model_, ids_);
    }
    run_.tape = std::move(beside.tape);
    record_.original = {beside.output, beside.loss, following()};
    if (!run_.loss) return;
    run_.notes.push_back(fmt::format("loss {:.4f}, and {:.4f} with the heads as they were trained",
                                     run_.tape.value(run_.loss)(0, 0),
                                     run_.tape.value(beside.loss)(0, 0)));
  }

  const Inputs& inputs_;
  const CheckpointPtr model_;
  const GptConfig config_;
  const std::vector<int> ids_;
  Run run_;
  TransformerRecord record_;
};

Run run_decoder_alone(const Inputs& inputs) {
  return DecoderAlone(inputs).run();
}

SlotUse model_slot() {
  SlotUse use = language_model_slot({std::string(transformer_options::head_scale.name)});
  use.fits = has_switched_heads;
  return use;
}

const RegisterScene registered{
    {.name = "decoder-alone",
     .what = "A decoder alone reads a text, as GPT-2 and Llama do: every intermediate, and how "
             "probable each next token of the text was.",
     .subject = Subject::transformer,
     .options = {language_weights_option(),
                 text_option(std::string(transformer_options::head_scale.name),
                             "Multiplies the output of heads, or copies another's: decoder.1.2=0, "
                             "decoder.0.1=@decoder.0.2."),
                 shown_in_view(toggle_option(
                     "gradients", "\\text{gradients}",
                     "Goes backwards from the loss: then every matrix has its gradient.", false))},
     .sentences = 1,
     .slots = {model_slot()},
     .run = run_decoder_alone}};

}  // namespace

}  // namespace glassformer
