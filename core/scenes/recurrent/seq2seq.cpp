#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/recurrent/decoded.h"
#include "core/scenes/scene.h"
#include "core/scenes/takes.h"
#include "core/scenes/transformer/record_network.h"

// A trained recurrent encoder–decoder on one sentence, with every gate of every step.
namespace glassformer {

namespace {

Run run_seq2seq(const Inputs& inputs) {
  const CheckpointPtr checkpoint = chosen_model(inputs);
  seq2seq_of(*checkpoint);
  const std::vector<int> source = source_ids(*checkpoint, inputs.text[0]);
  const bool given = !inputs.text[1].empty();
  const std::vector<int> target = given ? target_ids(*checkpoint, inputs.text[1])
                                        : decoded(checkpoint, inputs.text[0], inputs.edits, "");
  Run run;
  run.tape = Tape(with_steps(inputs.edits, ""));
  record_network(run, *checkpoint, source, target);
  if (!given) {
    run.notes.push_back(
        "the translation is the model's own, word by word the most probable; type a second "
        "sentence to hold it against another");
  }
  return run;
}

const Scene scene{
    .name = "seq2seq",
    .what =
        "A recurrent encoder-decoder, trained to translate: the second sentence is the "
        "translation that is judged, or if it is left out the model's own.",
    .subject = Subject::transformer,
    .options = {[] {
      OptionSpec spec = text_option("weights",
                                    "Which of the shipped models translates, by the name "
                                    "of its file.",
                                    "gru-bahdanau");
      spec.label = "\\text{model}";
      return spec;
    }()},
    .sentences = 2,
    .slots = {{.name = slots::model.name, .stand_in = "weights"}},
    .run = run_seq2seq};
const RegisterScene registered{scene};
const RegisterTakes only{scene, slots::model.name,
                         [](const Resource& model) { return held_seq2seq(model) != nullptr; }};

}  // namespace

}  // namespace glassformer
