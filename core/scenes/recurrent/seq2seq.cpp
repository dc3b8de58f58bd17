#include <fmt/format.h>

#include <optional>

#include "core/nn/recurrent.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/records/alignments.h"
#include "core/scenes/recurrent/decoded.h"
#include "core/scenes/scene.h"
#include "core/scenes/transformer/record_network.h"
#include "core/scenes/unknown_words.h"

// A trained recurrent encoder–decoder on one sentence, with every gate of every step. alignment
// [steps, source tokens], a row for each word written; of it choice, where attention is hard, with
// the draws [steps, 1] of what is drawn; contexts [steps, H].
namespace glassformer {

namespace {

Attending attending_of(const Inputs& inputs) {
  const std::string named = choice(inputs, "attention");
  return named == "soft"      ? Attending::soft
         : named == "hard"    ? Attending::hard
         : named == "sampled" ? Attending::sampled
                              : Attending::uniform;
}

// What the decoder got of its weights before each word. It is made of the matrix that is looked at,
// so that a weight has one name wherever it is drawn, and each word a row.
void name_taken(Run& run, HandAttentionRecord& record, bool drawn) {
  Tape& tape = run.tape;
  const Part weights{tape, record.weights};
  Part taken = weights;
  if (tape.find("decoder.attention.choice")) {
    if (drawn) {
      std::vector<Part> numbers;
      for (int step = 1; step <= weights.shape().rows; ++step) {
        numbers.emplace_back(tape, tape.find(fmt::format("decoder.attention.step.{}.draw", step)));
      }
      const Part draws = concat_rows(numbers).as("draws", "u", {.rows = weights.rows()});
      taken = {tape, sample_rows(tape, weights, draws)};
    } else {
      taken = hardmax(weights);
    }
    record.choice = taken = taken.as("choice", "\\hat{\\alpha}", like(weights));
  }
  record.contexts =
      (taken * Part{tape, run.sites.front().v})
          .as("contexts", "c", {.role = Role::output, .rows = weights.rows(), .cols = axes::units});
}

Run run_seq2seq(const Inputs& inputs) {
  const Attending how = attending_of(inputs);
  const CheckpointPtr checkpoint = attending(chosen_model(inputs), how);
  std::optional<std::uint64_t> draws;
  if (how == Attending::sampled) draws = static_cast<std::uint64_t>(number(inputs, "seed"));
  const std::vector<int> source = source_ids(*checkpoint, inputs.text[0]);
  const bool given = !inputs.text[1].empty();
  const std::vector<int> target =
      given ? target_ids(*checkpoint, inputs.text[1])
            : decoded(checkpoint, inputs.text[0], inputs.edits, "", draws);
  Run run;
  run.tape = Tape(with_steps(inputs.edits, ""));
  record_network(run, *checkpoint, source, target, {}, draws);
  HandAttentionRecord record;
  if (!run.sites.empty()) {
    record.weights =
        named_by_what_follows(run.tape, *checkpoint, run.sites.front().weights, target, "");
    name_taken(run, record, draws.has_value());
  }
  record.words =
      piece_labels(checkpoint->target(), next_tokens(target, checkpoint->target().special().end));
  record.said = text_of(checkpoint->target(), target);
  run.records.add(std::move(record));
  note_unknown_words(run, *checkpoint, inputs.text[0]);
  if (!given) {
    run.notes.push_back("The translation is the model's own. Type another in the second field.");
  }
  return run;
}

const RegisterScene registered{
    {.name = "seq2seq",
     .what = "A recurrent encoder-decoder, trained to translate: the second sentence is the "
             "translation that is judged, or if it is left out the model's own.",
     .subject = Subject::transformer,
     .options = {choice_option(
                     "attention", "\\text{attention}",
                     "What the decoder gets of its weights: soft, all states, each by its "
                     "weight; hard, the state with the largest weight alone; sampled, one "
                     "drawn by the weights; uniform, all alike.",
                     "soft", {"soft", "hard", "sampled", "uniform"}),
                 shown_while("attention", std::string("sampled"),
                             integer_option("seed", "\\text{seed}",
                                            "Names the sequence of draws, one for each word.", 1, 0,
                                            999999)),
                 [] {
                   OptionSpec spec =
                       text_option("weights",
                                   "Which of the shipped models translates, by the name "
                                   "of its file.",
                                   "gru-bahdanau");
                   spec.label = "\\text{model}";
                   return spec;
                 }()},
     .sentences = 2,
     .slots = {{.name = slots::model.name, .stand_in = "weights", .takes = attends}},
     .run = run_seq2seq}};

}  // namespace

}  // namespace glassformer
