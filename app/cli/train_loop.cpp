#include "app/cli/train_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/cli/backend_option.h"
#include "app/cli/memory_option.h"
#include "app/cli/output.h"
#include "app/cli/whole_number.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

void declare_loop(const CommandOptions& app, const LoopWords& words, LoopOptions& options,
                  int& vocabulary, TaskSettings& s, AdamSettings& adam) {
  app.add_option("-o,--out", options.out, "The model to write; OUT.checkpoint lies beside it")
      .type_name("OUT")
      .required();
  const CommandOption tokens =
      app.add_option("--tokens", options.tokens, words.tokens).shows_default();
  if (words.tokenizer_files) {
    static_cast<void>(tokens.type_name("words|characters|bpe|FOLDER"));
  } else {
    static_cast<void>(tokens.one_of({"auto", "word", "character", "bpe"}));
  }
  app.add_option("--vocabulary", vocabulary, words.vocabulary).shows_default();
  app.add_option("--batch", s.batch, words.batch).range(1, 65536).shows_default();
  app.add_option("--steps", options.steps, "Steps at most").range(1, 1 << 30).shows_default();
  app.add_option("--minutes", options.minutes, "Minutes at most; 0: no limit").range(0.0, 1e6);
  app.add_option("--cool-down", s.decay, "The learning rate falls to 0 over the last N steps")
      .range(0, 1 << 30)
      .shows_default();
  app.add_option("--clip", adam.clip, "A longer gradient is shortened to this length; 0: never")
      .range(0.0, 1e9)
      .shows_default();
  app.add_option("--seed", s.seed, "Seed of the random numbers")
      .check(whole_number)
      .shows_default();
  declare_backend(app, options.backend);
  app.add_option("--threads", options.threads,
                 "Threads; 0: one for each core. The result is the same")
      .range(0, 1024);
  app.add_option("--evaluate-every", options.every, "Steps between scores on " + words.held_out)
      .range(1, 1 << 30)
      .shows_default();
  app.add_option("--patience", options.patience,
                 "Stops after N scores without a new best one; 0: never")
      .range(0, 1 << 30)
      .shows_default();
  declare_memory(app);
  app.add_flag("--f16", options.f16, "Writes the model in 16-bit numbers, half as large");
  app.add_flag("--resume", options.resume, "Continues from OUT.checkpoint, as if never stopped");
}

TrainingLock begin_loop(const LoopOptions& options, const TaskSettings& settings) {
  if (settings.decay > options.steps) {
    throw UserError(
        fmt::format("--cool-down {}: the last {} steps of --steps {} cannot be; give at most as "
                    "many, or more steps",
                    settings.decay, settings.decay, options.steps));
  }
  check_training_file(options.out);
  const std::filesystem::path written[] = {options.out, options.out + ".checkpoint"};
  for (const std::string& file : options.reads) check_apart(file, written);
  use_threads(options.threads);
  check_checkpoint(options.out + ".checkpoint", options.resume, has_ended);
  return TrainingLock(options.out);
}

TrainLoop::TrainLoop(const LoopOptions& options, CheckpointTraining& training, TakeScore take_score)
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

std::string TrainLoop::best_step() const {
  const std::int64_t step = training_.scores().best.step;
  return step == HeldOutScore::unknown_step ? "of a step that is not known"
                                            : fmt::format("step {}", step);
}

// Nothing got better for as long as is waited for.
bool TrainLoop::out_of_patience() const {
  return options_.patience > 0 && training_.scores().since_best >= options_.patience;
}

void TrainLoop::resume() {
  const bool has_scores = training_.resume(checkpoint_);
  if (training_.steps() > options_.steps) {
    throw UserError(
        fmt::format("{}: it has gone {} already, more than --steps {}; give a larger "
                    "--steps to go on",
                    checkpoint_.string(), number_of(training_.steps(), "step"), options_.steps));
  }
  std::fprintf(stderr, "resumed at step %lld\n", static_cast<long long>(training_.steps()));
  ScoreRecord& scores = training_.scores();
  const char* const out = options_.out.c_str();
  std::error_code none;
  if (!has_scores) {
    try {
      scores.best = scores.last = take_score_(load_checkpoint(options_.out));
    } catch (const UserError&) {
      std::fprintf(stderr,
                   "%s: an earlier version wrote it and kept no scores, and there is no %s of it: "
                   "which model was the best is not known, so the best from here on is kept\n",
                   checkpoint_.c_str(), out);
      return;
    }
    std::fprintf(
        stderr,
        "%s: an earlier version wrote it and kept no scores. %s stays until a model is "
        "better than its %s; at which step it was made is not known, and --patience counts "
        "from here\n",
        checkpoint_.c_str(), out, scores.best.text.c_str());
  } else if (!scores.empty() && !std::filesystem::exists(options_.out, none)) {
    std::fprintf(stderr,
                 "%s is not there any more, the model of %s; the best from here on is kept\n", out,
                 best_step().c_str());
    scores.best = {};
  }
}

// What it will write: the model, and the checkpoint, of the weights and the optimizer's two means,
// which is written anew beside the one before.
void TrainLoop::check_disk() const {
  const double weights = static_cast<double>(training_.checkpoint().params.cells()) * sizeof(float);
  double bytes = (options_.f16 ? weights / 2 : weights) + 2 * 3 * weights;
  std::error_code none;
  for (const std::filesystem::path& file : {std::filesystem::path(options_.out), checkpoint_}) {
    if (const auto there = std::filesystem::file_size(file, none); !none) {
      bytes -= static_cast<double>(there);
    }
  }
  check_room(options_.out, bytes, "what is trained");
}

bool TrainLoop::run() {
  check_disk();
  if (options_.resume) {
    resume();
  } else {
    tell_replaced(options_.out,
                  fmt::format("at its first score, after step {}; Ctrl C before that keeps it",
                              std::min(options_.every, options_.steps)));
  }
  const Interrupts interrupts;
  const OnBackend on(chosen_backend(options_.backend));
  begin_ = shown_ = Clock::now();
  first_ = training_.steps();
  bool ended = out_of_patience();
  if (ended) {
    std::fprintf(stderr,
                 "it had ended: %s without a better one; go on with a larger --patience, or with "
                 "0\n",
                 number_of(training_.scores().since_best, "score").c_str());
  }
  while (!ended && !interrupts.asked() && training_.steps() < options_.steps) {
    training_.step();
    tell_failure();
    tokens_ += training_.tokens();
    if (std::chrono::duration<double>(Clock::now() - shown_).count() > 0.5) show(false);
    if (training_.steps() % options_.every == 0) {
      score(true, training_.steps() >= options_.steps);
      ended = out_of_patience();
    }
    ended = ended || out_of_time();
  }
  if (out_of_patience() && training_.steps() > first_) {
    std::fprintf(stderr,
                 "ended at step %lld of %lld: %s without a better one, and --patience waits for no "
                 "more; 0 waits to the end\n",
                 static_cast<long long>(training_.steps()), static_cast<long long>(options_.steps),
                 number_of(training_.scores().since_best, "score").c_str());
  }
  if (interrupts.asked()) {
    store_stopped();
    TrainingLock::tell_saved();
    return false;
  }
  if (training_.steps() % options_.every != 0 || training_.scores().empty()) score(false, true);
  TrainingLock::tell_saved();
  return true;
}

// Of the last steps, those before a stop too, the newest counting most.
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
  const std::string& told = training_.scores().last.text;
  line_.show(fmt::format("step {}/{}  loss {:.3f}  {:.0f} tokens/s  {}{} left", training_.steps(),
                         options_.steps, loss_, static_cast<double>(tokens_) / gone,
                         told.empty() ? "" : told + "  ", time_text(std::max(0.0, left))),
             scored);
}

// Scores, keeps the model if it is the best so far, and how far it is.
void TrainLoop::score(bool counts, bool ended) {
  HeldOutScore score = take_score_(training_.checkpoint());
  score.step = training_.steps();
  const bool better = training_.scores().take(score, counts);
  store(better, ended || out_of_patience() || out_of_time());
  show(true);
}

// Without a score nobody knows whether the model is better than one that is there already.
void TrainLoop::store_stopped() {
  std::error_code none;
  const bool kept = training_.scores().empty() && std::filesystem::exists(options_.out, none);
  store(training_.scores().empty() && !kept, false);
  const std::string saved =
      kept ? fmt::format("before its first score: {} stays as it was, and {} keeps what is trained",
                         options_.out, checkpoint_.string())
           : "and saved";
  std::fprintf(stderr, "\nstopped at step %lld %s; go on with the same command and --resume\n",
               static_cast<long long>(training_.steps()), saved.c_str());
}

// Hours of training may be in it: what has no room there is kept where there is some, and the
// training ends.
void TrainLoop::store(bool better, bool ended) {
  const auto to = [&](const std::filesystem::path& file, bool model) {
    if (model) save(file);
    training_.save_checkpoint(file.string() + ".checkpoint", ended);
  };
  try {
    to(options_.out, better);
  } catch (const UserError& error) {
    keep_elsewhere(error, options_.out,
                   "The model as it is now and its checkpoint are kept; move both back to go on "
                   "with --resume. They lie",
                   [&](const std::filesystem::path& file) { to(file, true); });
  }
}

void TrainLoop::save(const std::filesystem::path& file) const {
  write_safetensors(file, tensor_refs(training_.checkpoint()),
                    options_.f16 ? Stored::f16 : Stored::f32);
}

}  // namespace glassformer
