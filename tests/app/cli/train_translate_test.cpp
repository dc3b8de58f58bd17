#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/train_loop.h"
#include "app/cli/where_to_save.h"
#include "core/formats/file.h"
#include "core/formats/safetensors.h"
#include "core/train/checkpoint_training.h"
#include "tests/app/cli/program.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

class TrainTranslate : public ::testing::Test {
 protected:
  TrainTranslate() {
    std::string bytes;
    for (const char* a : {"red", "big", "old"}) {
      for (const char* b : {"cat", "dog", "fox", "hen"}) {
        bytes += std::string(a) + " " + b + "\t" + b + " " + a + "\n";
      }
    }
    write_file(pairs, bytes);
  }

  Ran train(const std::string& to, const std::vector<std::string>& more, int steps = 8) const {
    std::vector<std::string> all{"train",
                                 "translate",
                                 pairs,
                                 "-o",
                                 to,
                                 "--d-model",
                                 "8",
                                 "--heads",
                                 "2",
                                 "--layers",
                                 "1",
                                 "--d-ff",
                                 "8",
                                 "--batch",
                                 "4",
                                 "--warmup",
                                 "10",
                                 "--threads",
                                 "1",
                                 "--evaluate-every",
                                 "2",
                                 "--steps",
                                 std::to_string(steps)};
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  }
  // Of the line that tells a step: loss and scores, without speeds and times.
  static std::string told(const Ran& ran, const std::string& step) {
    const std::size_t at = ran.err.find("step " + step + "/");
    if (at == std::string::npos) return "nothing of step " + step + " in: " + ran.err;
    const std::string line = ran.err.substr(at, ran.err.find('\n', at) - at);
    const std::size_t speed = line.find("tokens/s"), left = line.rfind("  ");
    return line.substr(0, line.rfind("  ", line.rfind(' ', speed) - 1)) +
           line.substr(speed, left - speed);
  }
  void set_scores(const std::string& text) const {
    TensorFile checkpoint = read_safetensors(out + ".checkpoint");
    if (text.empty()) {
      checkpoint.metadata.erase("scores");
    } else {
      checkpoint.metadata["scores"] = text;
    }
    write_safetensors(out + ".checkpoint", checkpoint);
  }

  TemporaryFolder folder;
  const std::string pairs = (folder / "pairs.tsv").string();
  const std::string out = (folder / "m.safetensors").string();
};

TEST_F(TrainTranslate, StoppedAndResumedItTellsAndKeepsWhatAnUndisturbedRunDoes) {
  const std::string whole = (folder / "whole.safetensors").string();
  const Ran undisturbed = train(whole, {"--patience", "0"});
  ASSERT_EQ(undisturbed.code, 0) << undisturbed.err;
  // Nothing is exact so early: its patience ends it.
  const Ran stopped = train(out, {"--patience", "1"});
  ASSERT_EQ(stopped.code, 0) << stopped.err;
  ASSERT_EQ(stopped.err.find("step 6/"), std::string::npos) << stopped.err;
  const Ran again = train(out, {"--patience", "1", "--resume"});
  EXPECT_NE(again.err.find("1 score without a better one"), std::string::npos) << again.err;
  EXPECT_EQ(again.err.find("step 6/"), std::string::npos) << again.err;
  const Ran resumed = train(out, {"--patience", "0", "--resume"});
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  for (const char* step : {"6", "8"}) EXPECT_EQ(told(resumed, step), told(undisturbed, step));
  const auto end = [](const Ran& ran) {
    const std::size_t at = ran.out.find(": ");
    return ran.out.substr(at, ran.out.find(", after") - at);
  };
  EXPECT_EQ(end(resumed), end(undisturbed));
}

TEST_F(TrainTranslate, NeverReplacesABetterModelAfterResume) {
  ASSERT_EQ(train(out, {}, 4).code, 0);
  const Ran fewer = train(out, {"--resume"}, 2);
  EXPECT_EQ(fewer.code, 2);
  EXPECT_NE(fewer.err.find("gone 4 steps already"), std::string::npos) << fewer.err;
  set_scores("1\n2 0x1p+0 0x1.9p+6\nall\n4 0x0p+0 0x1p+0\nnone");  // all of it was exact at step 2
  const std::string best = read_file(out, 1 << 20);
  const Ran resumed = train(out, {"--resume"});
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_NE(resumed.out.find("; step 2, after"), std::string::npos) << resumed.out;
  EXPECT_EQ(read_file(out, 1 << 20), best);
}

TEST_F(TrainTranslate, TwoTrainingsDoNotWriteOneFile) {
  write_file(out + ".lock", "");  // left by a kill
  ASSERT_EQ(train(out, {}, 1).code, 0);
  EXPECT_FALSE(std::filesystem::exists(out + ".lock"));
  const OutputLock lock(out);
  const Ran second = train(out, {});
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("another training writes this model"), std::string::npos) << second.err;
}

TEST_F(TrainTranslate, AFolderThatIsNotThereIsNotMade) {
  const Ran ran = train((folder / "none" / "m.safetensors").string(), {});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("there is no folder"), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST_F(TrainTranslate, ALongSentenceIsNamedWithWhatItNeeds) {
  const Ran ran = train(out, {"--longest", "2"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("--longest 2: the sentence \"red cat\" of the pairs has 2 tokens and the "
                         "mark of its end; give --longest 3 or more"),
            std::string::npos)
      << ran.err;
  EXPECT_EQ(train(out, {"--longest", "3"}, 1).code, 0);
}

TEST_F(TrainTranslate, NothingIsSaidToBeReplacedBeforeTheRefusal) {
  ASSERT_EQ(train(out, {}, 1).code, 0);
  const Ran refused = train(out, {"--vocabulary", "1"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err.find("is there already"), std::string::npos) << refused.err;
  EXPECT_NE(train(out, {}, 1).err.find("is there already"), std::string::npos);
}

TEST_F(TrainTranslate, AnEmptyCheckpointIsNothingToGoOnFrom) {
  write_file(out + ".checkpoint", "");
  const Ran resumed = train(out, {"--resume"});
  EXPECT_EQ(resumed.code, 2);
  EXPECT_NE(resumed.err.find("remove it and leave out --resume"), std::string::npos) << resumed.err;
  EXPECT_EQ(train(out, {}, 1).code, 0) << "nothing is lost with it";
}

TEST_F(TrainTranslate, WithControlCharactersItTrainsWhatCanBeRead) {
  std::string bytes = read_file(pairs, 1 << 20);
  bytes += std::string("a\x07 \0b\tc \x1b d\n", 13);
  write_file(pairs, bytes);
  for (const char* tokens : {"character", "bpe"}) {
    const Ran ran = train(out, {"--tokens", tokens});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(run_program({"translate", out, "red cat"}).code, 0) << tokens;
    EXPECT_EQ(train(out, {"--tokens", tokens, "--resume"}).code, 0) << tokens;
  }
}

TEST_F(TrainTranslate, OfSpecialPiecesAloneItSaysSoBeforeTheFirstStep) {
  std::string bytes;
  for (int i = 0; i < 12; ++i) bytes += i % 2 == 0 ? "<s>\t<pad>\n" : "<pad>\t<s>\n";
  write_file(pairs, bytes);
  const Ran ran = train(out, {});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("which stand for no text"), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(TrainTranslate, AnEarlierVersionsCheckpointSaysWhatIsNotKnown) {
  ASSERT_EQ(train(out, {}, 4).code, 0);
  set_scores("");
  const Ran resumed = train(out, {"--resume"}, 4);
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("kept no scores"), std::string::npos) << resumed.err;
  EXPECT_NE(resumed.out.find("of a step that is not known"), std::string::npos) << resumed.out;
  set_scores("");
  std::filesystem::remove(out);
  const Ran without = train(out, {"--resume"});
  ASSERT_EQ(without.code, 0) << without.err;
  EXPECT_NE(without.err.find("the best from here on is kept"), std::string::npos) << without.err;
  EXPECT_TRUE(std::filesystem::exists(out));
}

TEST_F(TrainTranslate, WhatItLearnsFromIsNotWrittenOver) {
  const std::string before = read_file(pairs, 1 << 20);
  const Ran ran = train(pairs, {});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("is read and would be overwritten"), std::string::npos) << ran.err;
  EXPECT_EQ(read_file(pairs, 1 << 20), before);
}

// Is stopped by the user in its second step.
class StoppedTask : public TrainingTask {
 public:
  explicit StoppedTask(Params& params) : params_(params) {
    for (int i = 0; i < params.size(); ++i) gradients_.emplace_back(params.value(i).shape());
  }
  Params& params() override { return params_; }
  int begin_step(std::int64_t step) override {
    if (step == 2) std::raise(SIGINT);
    return 1;
  }
  double run_shard(int) override { return 1; }
  const Mat& gradient(int, int param) override {
    return gradients_[static_cast<std::size_t>(param)];
  }
  double rate(std::int64_t) const override { return 0.1; }
  int tokens() const override { return 1; }

 private:
  Params& params_;
  std::vector<Mat> gradients_;  // all 0
};

class StoppedTraining : public CheckpointTraining {
 public:
  StoppedTraining()
      : CheckpointTraining(
            tiny_checkpoint(),
            [](Checkpoint& checkpoint) { return std::make_unique<StoppedTask>(checkpoint.params); },
            {}) {}

 protected:
  std::string fingerprint() const override { return "a training that is stopped"; }
};

// While its text is read no loop looks after Ctrl C.
TEST(TrainLoop, StoppedBeforeItBeginsLeavesNoLockAndSaysSo) {
  const TemporaryFolder folder;
  LoopOptions options;
  options.out = (folder / "m.safetensors").string();
  const auto stopped = [&] {
    const TrainingLock lock = begin_loop(options, {});
    std::raise(SIGTERM);  // a shell's background jobs ignore SIGINT
  };
  EXPECT_EXIT(stopped(), ::testing::ExitedWithCode(2), "stopped before anything was learned");
  EXPECT_FALSE(std::filesystem::exists(options.out + ".lock"));
}

TEST(TrainLoop, StoppedInItsReportItHasSavedWhatWasLearned) {
  const TemporaryFolder folder;
  LoopOptions options;
  options.threads = 1;  // a forked process has no others
  options.out = (folder / "m.safetensors").string();
  const auto stopped = [&] {
    const TrainingLock lock = begin_loop(options, {});
    StoppedTraining training;
    TrainLoop loop(options, training, [](const Checkpoint&) { return HeldOutScore{}; });
    loop.run();
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(stopped(), ::testing::ExitedWithCode(0), "what was learned is saved");
  EXPECT_FALSE(std::filesystem::exists(options.out + ".lock"));
}

// What is there already may be a good model, and of this one no score is known.
TEST(TrainLoop, StoppedBeforeItsFirstScoreKeepsTheModelThatIsThere) {
  const TemporaryFolder folder;
  LoopOptions options;
  options.out = (folder / "m.safetensors").string();
  write_file(options.out, "a good model");
  StoppedTraining training;
  TrainLoop loop(options, training, [](const Checkpoint&) {
    ADD_FAILURE() << "nothing is to be scored yet";
    return HeldOutScore{};
  });
  EXPECT_FALSE(loop.run());
  EXPECT_EQ(training.steps(), 2);
  EXPECT_EQ(read_file(options.out, 100), "a good model");
  EXPECT_TRUE(std::filesystem::exists(options.out + ".checkpoint"));
}

}  // namespace
}  // namespace glassformer::testing
