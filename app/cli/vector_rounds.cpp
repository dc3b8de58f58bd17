#include "app/cli/vector_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// "950", "12.5 thousand", "3.21 million"
std::string count_text(double count) {
  if (count < 1e3) return fmt::format("{:.0f}", count);
  return count < 1e6 ? fmt::format("{:.1f} thousand", count / 1e3)
                     : fmt::format("{:.2f} million", count / 1e6);
}

// Writes checkpoints as long as that works.
class Checkpoints {
 public:
  Checkpoints(const VectorTraining& training, std::filesystem::path file)
      : training_(training), file_(std::move(file)) {}

  // Whether it was written.
  bool save() {
    check_converged(training_);
    try {
      training_.save(file_);
      return true;
    } catch (const UserError& error) {
      if (!told_) {
        std::fprintf(stderr,
                     "\nglassformer: %s; the training goes on without a checkpoint to --resume\n",
                     error.what());
      }
      told_ = true;
      return false;
    }
  }

 private:
  const VectorTraining& training_;
  std::filesystem::path file_;
  bool told_ = false;
};

}  // namespace

Rounds run_rounds(VectorTraining& training, const std::filesystem::path& checkpoint,
                  const Interrupts& interrupts) {
  constexpr double round_seconds = 0.2, checkpoint_seconds = 60;
  ProgressLine line;
  Checkpoints checkpoints(training, checkpoint);
  const std::uint64_t first = training.done();
  const auto begin = Clock::now();
  auto saved = begin;
  std::uint64_t round = 1;
  std::string told;
  Rounds rounds;
  rounds.loss = training.loss();
  rounds.has_loss = std::isfinite(rounds.loss);
  while (!training.finished()) {
    const auto before = Clock::now();
    training.train(round);
    if (const std::string fallback = training.fallback(); fallback != told) {
      std::fprintf(stderr, "\nglassformer: %s\n", fallback.c_str());
      told = fallback;
    }
    // Rounds that are long enough for threads to be worth starting, and short enough to stop at.
    const double took = seconds_since(before);
    if (took < round_seconds) round *= took < round_seconds / 16 ? 8 : 2;
    const double speed =
        static_cast<double>(training.done() - first) / std::max(1e-9, seconds_since(begin));
    const auto left = static_cast<double>(training.total() - training.done());
    rounds.loss = training.loss();
    rounds.has_loss = std::isfinite(rounds.loss);
    const std::string told_loss = rounds.has_loss ? fmt::format("  loss {:.4f}", rounds.loss) : "";
    // What is computed in one go has no speed, only its time.
    line.show(
        training.total() == 1
            ? fmt::format("computed in {:.1f} s", seconds_since(begin))
            : fmt::format("{:.1f} %  {} {}/s{}  {} left", 100 * training.share(), count_text(speed),
                          training.counted(), told_loss, time_text(left / speed)),
        training.finished());
    rounds.finished = training.finished();
    if (interrupts.asked()) {
      rounds.saved = checkpoints.save();
      return rounds;
    }
    if (!training.finished() && seconds_since(saved) > checkpoint_seconds) {
      checkpoints.save();
      saved = Clock::now();
    }
  }
  rounds.finished = true;
  return rounds;
}

void check_converged(const VectorTraining& training) {
  if (!training.diverged()) return;
  throw UserError(
      "the training diverged: its vectors hold numbers that are infinite or none at all, so "
      "nothing was written; train again with a smaller --alpha");
}

}  // namespace glassformer
