#include "app/cli/train_model.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/backend_option.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/whole_number.h"
#include "core/decode/evaluate.h"
#include "core/kernels/threads.h"
#include "core/text/number_of.h"
#include "core/train/training.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The loop around a training: scores, the best model so far, checkpoints, when to end.
class TrainCommand {
 public:
  explicit TrainCommand(const TrainRun& run) : run_(run), checkpoint_(run.out + ".checkpoint") {}

  int run(PairData data) {
    check_writable(run_.out);
    use_threads(run_.threads);
    for (const std::string& note : data.notes) std::fprintf(stderr, "%s\n", note.c_str());
    TrainingPlan plan = run_.plan;
    plan.settings.steps = run_.steps;
    plan.data = data.name;
    training_ = std::make_unique<Training>(std::move(plan), data.train, std::move(data.held_out));
    const Checkpoint& checkpoint = training_->checkpoint();
    std::fprintf(
        stderr, "%zu pairs, %d and %d pieces, %s parameters, %d threads%s\n", data.train.size(),
        checkpoint.source().size(), checkpoint.target().size(),
        fmt::format("{:.3f} M", static_cast<double>(checkpoint.params.cells()) / 1e6).c_str(),
        threads_in_use(),
        training_->has_held_out() ? "" : "; none are held out, so scores are of trained pairs");
    if (run_.resume) {
      training_->resume(checkpoint_);
      best_ = training_->score(held_out_scored);
      std::fprintf(stderr, "resumed at step %lld\n", static_cast<long long>(training_->steps()));
    }
    train();
    return 0;
  }

 private:
  static constexpr int held_out_scored = 200;

  void tell_failure() {
    if (told_ || training_->device_failure().empty()) return;
    told_ = true;
    std::fprintf(stderr, "\nglassformer: %s\n", training_->device_failure().c_str());
  }

  bool out_of_time() const {
    return run_.minutes > 0 && seconds_since(begin_) >= 60 * run_.minutes;
  }

  void train() {
    const Interrupts interrupts;
    const OnBackend on(chosen_backend(run_.backend));
    begin_ = shown_ = Clock::now();
    const std::int64_t first = training_->steps();
    smoothed_ = training_->losses().size();
    bool ended = false;
    while (!ended && !interrupts.asked() && training_->steps() < run_.steps) {
      training_->step();
      tell_failure();
      tokens_ += training_->tokens();
      if (seconds_since(shown_) > 0.5) show(first, false);
      if (training_->steps() % run_.every == 0) ended = take_score(first);
      ended = ended || out_of_time();
    }
    if (interrupts.asked()) {
      training_->save_checkpoint(checkpoint_);
      if (best_.sentences == 0) save();
      std::fprintf(stderr,
                   "\nstopped at step %lld and saved; go on with the same command and --resume\n",
                   static_cast<long long>(training_->steps()));
      return;
    }
    if (training_->steps() % run_.every != 0) take_score(first);
    report();
  }

  // Of the model on disk, on all sentences that are held out.
  void report() const {
    const Evaluation all = evaluate(load_checkpoint(run_.out), training_->held_out(), {});
    print(fmt::format("{}: {:.1f} % exact, BLEU {:.1f} on {}; step {}, after {}\n", run_.out,
                      100 * all.exact_match, all.bleu.score,
                      number_of(all.sentences, training_->has_held_out() ? "held-out sentence"
                                                                         : "trained sentence"),
                      best_.step, time_text(seconds_since(begin_))));
  }

  // Of the last steps, the newest counting most.
  void smooth_loss() {
    const std::vector<double>& losses = training_->losses();
    for (; smoothed_ < losses.size(); ++smoothed_) {
      loss_ = loss_ == 0 ? losses[smoothed_] : 0.98 * loss_ + 0.02 * losses[smoothed_];
    }
  }

  void show(std::int64_t first, bool scored) {
    smooth_loss();
    shown_ = Clock::now();
    const double seconds = seconds_since(begin_);
    const auto done = static_cast<double>(training_->steps() - first);
    const double by_steps =
        seconds / std::max(1.0, done) * static_cast<double>(run_.steps - training_->steps());
    const double left =
        run_.minutes > 0 ? std::min(by_steps, 60 * run_.minutes - seconds) : by_steps;
    line_.show(fmt::format(
                   "step {}/{}  loss {:.3f}  {:.0f} tokens/s  {:.1f} % exact  BLEU {:.1f}  {} left",
                   training_->steps(), run_.steps, loss_, static_cast<double>(tokens_) / seconds,
                   100 * score_.exact_match, score_.bleu, time_text(std::max(0.0, left))),
               scored);
  }

  // Scores, saves; true if it is time to stop because nothing gets better any more.
  bool take_score(std::int64_t first) {
    score_ = training_->score(held_out_scored);
    const bool better = best_.sentences == 0 || score_.exact_match > best_.exact_match ||
                        (score_.exact_match == best_.exact_match && score_.bleu >= best_.bleu);
    since_best_ = score_.exact_match > best_.exact_match ? 0 : since_best_ + 1;
    if (better) {
      best_ = score_;
      save();
    }
    training_->save_checkpoint(checkpoint_);
    show(first, true);
    return run_.patience > 0 && since_best_ >= run_.patience;
  }

  void save() {
    write_safetensors(run_.out, to_tensors(training_->checkpoint()),
                      run_.f16 ? Stored::f16 : Stored::f32);
  }

  const TrainRun& run_;
  bool told_ = false;
  std::filesystem::path checkpoint_;
  std::unique_ptr<Training> training_;
  Clock::time_point begin_, shown_;
  double loss_ = 0;
  std::size_t smoothed_ = 0;  // of the losses
  std::int64_t tokens_ = 0;
  TrainingScore best_, score_;
  int since_best_ = 0;
  ProgressLine line_;
};

}  // namespace

void declare_run(const CommandOptions& app, TrainRun& run) {
  TaskSettings& s = run.plan.settings;
  app.add_option("-o,--out", run.out, "The model to write; OUT.checkpoint lies beside it")
      .type_name("OUT")
      .required();
  app.add_option("--tokens", run.tokens, "Pieces that sentences are cut into")
      .one_of({"auto", "word", "character", "bpe"})
      .shows_default();
  app.add_option("--vocabulary", run.plan.vocabulary, "Most pieces, on each side").shows_default();
  app.add_option("--batch", s.batch, "Pairs of a step").range(1, 65536).shows_default();
  app.add_option("--steps", run.steps, "Steps at most").range(1, 1 << 30).shows_default();
  app.add_option("--minutes", run.minutes, "Minutes at most; 0: no limit").range(0.0, 1e6);
  app.add_option("--cool-down", s.decay, "The rate falls to 0 over the last so many steps")
      .range(0, 1 << 30)
      .shows_default();
  app.add_option("--clip", run.plan.adam.clip, "Longest gradient; 0: any")
      .range(0.0, 1e9)
      .shows_default();
  app.add_option("--seed", s.seed, "Names the random numbers").check(whole_number).shows_default();
  declare_backend(app, run.backend);
  app.add_option("--threads", run.threads, "Threads; 0: one for each core. The curve is the same")
      .range(0, 1024);
  app.add_option("--evaluate-every", run.every, "Steps between scores on held-out sentences")
      .range(1, 1 << 30)
      .shows_default();
  app.add_option("--patience", run.patience,
                 "Ends after so many scores without a better one; 0: never")
      .range(0, 1 << 30)
      .shows_default();
  app.add_flag("--f16", run.f16, "Writes the model in 16-bit numbers, half as large");
  app.add_flag("--resume", run.resume, "Goes on from OUT.checkpoint, as if never stopped");
}

void declare_choice(const CommandOptions& app, std::string& task, TaskChoice& choice) {
  app.add_option("--task", task,
                 "The world's sentences, several of them joined, dates, digits to reverse, numbers "
                 "to add")
      .one_of(pair_task_names())
      .shows_default();
  app.add_option("--count", choice.count, "Pairs that are made")
      .range(10, 10'000'000)
      .shows_default();
  app.add_option("--digits", choice.digits, "Of reverse; of each number of add, at most")
      .range(1, 1000)
      .shows_default();
  app.add_option("--fewest-digits", choice.fewest_digits, "Of reverse; 0: always --digits")
      .range(0, 1000)
      .shows_default();
  app.add_option("--words", choice.most_words, "Most words of a joined sentence")
      .range(3, 1000)
      .shows_default();
}

LearnedTokenizer::Kind tokenizer_kind(const std::string& named) {
  if (named == "character") return LearnedTokenizer::Kind::character;
  return named == "bpe" ? LearnedTokenizer::Kind::bpe : LearnedTokenizer::Kind::word;
}

int train(const TrainRun& run, PairData data) {
  return TrainCommand(run).run(std::move(data));
}

}  // namespace glassformer
