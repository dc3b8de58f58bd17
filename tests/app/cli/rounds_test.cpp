#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "app/cli/long_run.h"
#include "app/cli/vector_rounds.h"

namespace glassformer {
namespace {

// Is stopped by the user in its second round, and can be kept.
class Stopped : public VectorTraining {
 public:
  double loss() const override { return 1; }
  double train(std::uint64_t) override {
    ++done_;
    if (done_ == 2) std::raise(SIGINT);
    return 0;
  }
  std::uint64_t done() const override { return done_; }
  std::uint64_t total() const override { return 3; }
  std::string described() const override { return "a training"; }
  bool diverged() const override { return false; }
  WordVectors snapshot() const override { return {}; }
  void save(const std::filesystem::path& file) const override { saved = file; }
  void restore(const std::filesystem::path&) override {}
  mutable std::filesystem::path saved;

 private:
  std::uint64_t done_ = 0;
};

// Otherwise an hour's work is gone, or is there and nobody is told of --resume.
TEST(Rounds, ThatAreStoppedAreKept) {
  Stopped training;
  const Interrupts interrupts;
  const Rounds rounds = run_rounds(training, "checkpoint", interrupts);
  EXPECT_FALSE(rounds.finished);
  EXPECT_TRUE(rounds.saved);
  EXPECT_EQ(training.saved, "checkpoint");
  EXPECT_EQ(training.done(), 2U);
}

}  // namespace
}  // namespace glassformer
