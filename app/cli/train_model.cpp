#include "app/cli/train_model.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/cli/output.h"
#include "core/kernels/threads.h"
#include "core/text/number_of.h"
#include "core/train/training.h"

namespace glassformer {

namespace {

constexpr int held_out_scored = 200;

HeldOutScore score_of(const Training& training, const Checkpoint& model) {
  const TrainingScore score = training.score(model, held_out_scored);
  return {{score.exact_match, score.bleu},
          fmt::format("{:.1f} % exact  BLEU {:.1f}", 100 * score.exact_match, score.bleu)};
}

// Of the model on disk, on all sentences that are held out.
void report(const std::string& out, const Training& training, const TrainLoop& loop) {
  const Evaluation all = training.evaluation(load_checkpoint(out));
  const std::string aligned =
      all.alignment_error_rate
          ? fmt::format(", alignment error {:.1f} %", 100 * *all.alignment_error_rate)
          : "";
  print(fmt::format(
      "{}: {:.1f} % exact, BLEU {:.1f}{} on {}; {}, after {}\n", out, 100 * all.exact_match,
      all.bleu.score, aligned,
      number_of(all.sentences, training.has_held_out() ? "held-out sentence" : "trained sentence"),
      loop.best_step(), time_text(loop.seconds())));
}

}  // namespace

void declare_run(const CommandOptions& app, TrainRun& run) {
  declare_loop(app,
               {"Pieces that sentences are cut into", "Most pieces, on each side",
                "Pairs in a step", "held-out sentences"},
               run.loop, run.plan.vocabulary, run.plan.settings, run.plan.adam);
}

void declare_choice(const CommandOptions& app, std::string& task, TaskChoice& choice) {
  app.add_option("--task", task,
                 "The world's sentences, several of them joined, dates, digits to reverse, numbers "
                 "to add")
      .one_of(pair_task_names())
      .shows_default();
  app.add_option("--count", choice.count, "Pairs to make").range(10, 10'000'000).shows_default();
  app.add_option("--digits", choice.digits,
                 "Digits of a number to reverse; most digits of each number to add")
      .range(1, 1000)
      .shows_default();
  app.add_option("--fewest-digits", choice.fewest_digits,
                 "Fewest digits of a number to reverse; 0: always --digits")
      .range(0, 1000)
      .shows_default();
  app.add_option("--words", choice.most_words, "Most words of a joined sentence")
      .range(3, 1000)
      .shows_default();
}

void refuse_other_choices(const CommandOptions& declared, bool own, PairTaskKind task) {
  if (own) {
    return declared.refuse(
        {"--task", "--count", "--digits", "--fewest-digits", "--words", "--pair"},
        "says nothing of pairs of your own; leave it out");
  }
  const bool of_world = task == PairTaskKind::world || task == PairTaskKind::joined;
  const bool of_digits = task == PairTaskKind::reverse || task == PairTaskKind::add;
  if (!of_world) declared.refuse({"--pair"}, "is for --task world and joined; leave it out");
  if (task != PairTaskKind::joined)
    declared.refuse({"--words"}, "is for --task joined; leave it out");
  if (!of_digits) declared.refuse({"--digits"}, "is for --task reverse and add; leave it out");
  if (task != PairTaskKind::reverse) {
    declared.refuse({"--fewest-digits"}, "is for --task reverse; leave it out");
  }
}

LearnedTokenizer::Kind tokenizer_kind(const std::string& named) {
  if (named == "character") return LearnedTokenizer::Kind::character;
  return named == "bpe" ? LearnedTokenizer::Kind::bpe : LearnedTokenizer::Kind::word;
}

void tell_making(int pairs) {
  constexpr int takes_seconds = 100'000;
  if (pairs >= takes_seconds) std::fprintf(stderr, "making %d pairs …\n", pairs);
}

int train(const TrainRun& run, const std::function<PairData()>& make_data) {
  const TrainingLock lock = begin_loop(run.loop, run.plan.settings);
  PairData data = make_data();
  for (const std::string& note : data.notes) std::fprintf(stderr, "%s\n", note.c_str());
  TrainingPlan plan = run.plan;
  plan.settings.steps = run.loop.steps;
  plan.data = data.name;
  Training training(std::move(plan), data.train, std::move(data.held_out));
  const Checkpoint& checkpoint = training.checkpoint();
  std::fprintf(
      stderr, "%zu pairs, %d and %d pieces, %s parameters, %s%s\n", data.train.size(),
      checkpoint.source().size(), checkpoint.target().size(),
      fmt::format("{:.3f} M", static_cast<double>(checkpoint.params.cells()) / 1e6).c_str(),
      number_of(threads_in_use(), "thread").c_str(),
      training.has_held_out() ? "" : "; none are held out, so scores are of trained pairs");
  TrainLoop loop(run.loop, training,
                 [&](const Checkpoint& model) { return score_of(training, model); });
  if (loop.run()) report(run.loop.out, training, loop);
  return 0;
}

}  // namespace glassformer
