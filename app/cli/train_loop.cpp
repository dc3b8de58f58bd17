#include "app/cli/train_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/cli/backend_option.h"
#include "app/cli/whole_number.h"
#include "core/kernels/threads.h"

namespace glassformer {

void declare_loop(const CommandOptions& app, const LoopWords& words, LoopOptions& options,
                  int& vocabulary, TaskSettings& s, AdamSettings& adam) {
  app.add_option("-o,--out", options.out, "The model to write; OUT.checkpoint lies beside it")
      .type_name("OUT")
      .required();
  app.add_option("--tokens", options.tokens, words.tokens)
      .one_of({"auto", "word", "character", "bpe"})
      .shows_default();
  app.add_option("--vocabulary", vocabulary, words.vocabulary).shows_default();
  app.add_option("--batch", s.batch, words.batch).range(1, 65536).shows_default();
  app.add_option("--steps", options.steps, "Steps at most").range(1, 1 << 30).shows_default();
  app.add_option("--minutes", options.minutes, "Minutes at most; 0: no limit").range(0.0, 1e6);
  app.add_option("--cool-down", s.decay, "The rate falls to 0 over the last so many steps")
      .range(0, 1 << 30)
      .shows_default();
  app.add_option("--clip", adam.clip, "Longest gradient; 0: any").range(0.0, 1e9).shows_default();
  app.add_option("--seed", s.seed, "Names the random numbers").check(whole_number).shows_default();
  declare_backend(app, options.backend);
  app.add_option("--threads", options.threads,
                 "Threads; 0: one for each core. The curve is the same")
      .range(0, 1024);
  app.add_option("--evaluate-every", options.every, "Steps between scores on " + words.held_out)
      .range(1, 1 << 30)
      .shows_default();
  app.add_option("--patience", options.patience,
                 "Ends after so many scores without a better one; 0: never")
      .range(0, 1 << 30)
      .shows_default();
  app.add_flag("--f16", options.f16, "Writes the model in 16-bit numbers, half as large");
  app.add_flag("--resume", options.resume, "Goes on from OUT.checkpoint, as if never stopped");
}

void begin_loop(const LoopOptions& options) {
  check_writable(options.out);
  use_threads(options.threads);
}

TrainLoop::TrainLoop(const LoopOptions& options, CheckpointTraining& training,
                     std::function<LoopScore()> take_score)
    : options_(options),
      training_(training),
      take_score_(std::move(take_score)),
      checkpoint_(options.out + ".checkpoint") {}

double TrainLoop::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

void TrainLoop::tell_failure() {
  if (told_ || training_.device_failure().empty()) return;
  told_ = true;
  std::fprintf(stderr, "\nglassformer: %s\n", training_.device_failure().c_str());
}

bool TrainLoop::out_of_time() const {
  return options_.minutes > 0 && seconds() >= 60 * options_.minutes;
}

bool TrainLoop::run() {
  if (options_.resume) {
    training_.resume(checkpoint_);
    best_ = take_score_();
    best_step_ = training_.steps();
    std::fprintf(stderr, "resumed at step %lld\n", static_cast<long long>(training_.steps()));
  }
  const Interrupts interrupts;
  const OnBackend on(chosen_backend(options_.backend));
  begin_ = shown_ = Clock::now();
  first_ = training_.steps();
  smoothed_ = training_.losses().size();
  bool ended = false;
  while (!ended && !interrupts.asked() && training_.steps() < options_.steps) {
    training_.step();
    tell_failure();
    tokens_ += training_.tokens();
    if (std::chrono::duration<double>(Clock::now() - shown_).count() > 0.5) show(false);
    if (training_.steps() % options_.every == 0) ended = score();
    ended = ended || out_of_time();
  }
  if (interrupts.asked()) {
    training_.save_checkpoint(checkpoint_);
    if (best_.merit.empty()) save();
    std::fprintf(stderr,
                 "\nstopped at step %lld and saved; go on with the same command and --resume\n",
                 static_cast<long long>(training_.steps()));
    return false;
  }
  if (training_.steps() % options_.every != 0) score();
  return true;
}

// Of the last steps, the newest counting most.
void TrainLoop::smooth_loss() {
  const std::vector<double>& losses = training_.losses();
  for (; smoothed_ < losses.size(); ++smoothed_) {
    loss_ = loss_ == 0 ? losses[smoothed_] : 0.98 * loss_ + 0.02 * losses[smoothed_];
  }
}

void TrainLoop::show(bool scored) {
  smooth_loss();
  shown_ = Clock::now();
  const double gone = seconds();
  const auto done = static_cast<double>(training_.steps() - first_);
  const double by_steps =
      gone / std::max(1.0, done) * static_cast<double>(options_.steps - training_.steps());
  const double left =
      options_.minutes > 0 ? std::min(by_steps, 60 * options_.minutes - gone) : by_steps;
  line_.show(
      fmt::format("step {}/{}  loss {:.3f}  {:.0f} tokens/s  {}{} left", training_.steps(),
                  options_.steps, loss_, static_cast<double>(tokens_) / gone,
                  score_.text.empty() ? "" : score_.text + "  ", time_text(std::max(0.0, left))),
      scored);
}

// Scores, saves; true if it is time to stop because nothing gets better any more.
bool TrainLoop::score() {
  score_ = take_score_();
  const bool first = best_.merit.empty();
  since_best_ = !first && score_.merit.front() <= best_.merit.front() ? since_best_ + 1 : 0;
  if (first || score_.merit >= best_.merit) {
    best_ = score_;
    best_step_ = training_.steps();
    save();
  }
  training_.save_checkpoint(checkpoint_);
  show(true);
  return options_.patience > 0 && since_best_ >= options_.patience;
}

void TrainLoop::save() const {
  write_safetensors(options_.out, to_tensors(training_.checkpoint()),
                    options_.f16 ? Stored::f16 : Stored::f32);
}

}  // namespace glassformer
