#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numeric>

#include "core/formats/recording_file.h"
#include "core/models/asked.h"
#include "core/scenes/records/assistant.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "core/train/assistant_recording.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

using Verdict = AssistantRecord::Side::Verdict;

RunPtr asked(const std::string& question, const char* change = "answers", double at = 0) {
  Inputs inputs;
  inputs.scene = "assistant";
  inputs.text[0] = question;
  inputs.options["change"] = std::string(change);
  inputs.options["at"] = at;
  if (std::string(change) == "preferences") {
    inputs.options["weights"] = std::string("assistant-preferred");
  }
  return run(inputs);
}

double total(const Mat& row) {
  return std::accumulate(row.cells().begin(), row.cells().end(), 0.0);
}

TEST(AssistantScene, AQuestionIsAnsweredAfterTheTuningAndNotBefore) {
  const RunPtr made = asked("What is the capital of Austria?");
  const auto& record = made->records.get<AssistantRecord>();
  EXPECT_TRUE(record.known);
  EXPECT_EQ(record.sides[0].verdict, Verdict::none);
  EXPECT_EQ(record.sides[1].verdict, Verdict::right) << record.sides[1].text;
  EXPECT_TRUE(record.sides[1].ended);
  EXPECT_FALSE(record.sides[0].ended);
}

// "the capital of bulgaria is", and the end: no town was named, so none is wrong.
TEST(AssistantScene, AnAnswerThatNamesNothingIsNone) {
  const RunPtr made = asked("what is the capital of bulgaria ?", "preferences");
  const auto& after = made->records.get<AssistantRecord>().sides[1];
  if (after.text != "the capital of bulgaria is") GTEST_SKIP() << "this model writes more";
  EXPECT_EQ(after.verdict, Verdict::none);
}

TEST(AssistantScene, OnlyTheAnswerCountsInTheLoss) {
  const RunPtr made = asked("what is the capital of austria ?");
  const Mat &losses = at(made, "before.losses"), &mask = at(made, "before.mask"),
            &counted = at(made, "before.counted");
  ASSERT_EQ(losses.cols(), 14);  // seven words, six and a sign, the end, but for the first
  double sum = 0;
  for (int i = 0; i < losses.cols(); ++i) {
    EXPECT_EQ(mask(0, i), i < 6 ? 0 : 1);
    EXPECT_EQ(counted(0, i), i < 6 ? 0 : losses(0, i));
    sum += counted(0, i);
  }
  EXPECT_NEAR(at(made, "before.loss")(0, 0), sum / 8, 1e-5);
  const CheckpointPtr model = load_shipped("assistant-read");
  const AskedIds ids =
      asked_ids(*model, "what is the capital of austria ?", "the capital of austria is vienna .");
  const std::vector<const AskedIds*> one{&ids};
  EXPECT_NEAR(-log_probabilities(*model, one).front(), sum, 1e-3);
  EXPECT_LT(at(made, "after.loss")(0, 0), at(made, "before.loss")(0, 0) - 0.5);
}

TEST(AssistantScene, ThePlaceIsThatBehindSoManyWordsOfTheAnswer) {
  const RunPtr made = asked("what is the capital of austria ?", "answers", 5);
  const auto& side = made->records.get<AssistantRecord>().sides[1];
  EXPECT_EQ(side.before_place.size(), 12U);
  EXPECT_EQ(side.before_place.back(), "is");
  const Mat& p = at(made, "after.p");
  EXPECT_NEAR(total(p), 1, 1e-5);
  EXPECT_EQ(axis_label(made->tape.node(side.p).label.cols, side.wanted), "vienna");
  EXPECT_EQ(side.wanted, 0);
}

TEST(AssistantScene, AMarginIsWhatBothAnswersGainedTimesBeta) {
  const RunPtr made = asked("what is the capital of austria ?", "preferences");
  const auto& record = made->records.get<AssistantRecord>();
  const Mat& gains = at(made, "gains");
  EXPECT_NEAR(gains(0, 0), total(at(made, "better.policy")) - total(at(made, "better.reference")),
              1e-3);
  EXPECT_NEAR(gains(1, 0), total(at(made, "worse.gain")), 1e-3);
  const double margin = record.beta * (double{gains(0, 0)} - double{gains(1, 0)});
  EXPECT_NEAR(at(made, "margin")(0, 0), margin, 1e-4);
  EXPECT_NEAR(at(made, "chosen")(0, 0), 1 / (1 + std::exp(-margin)), 1e-5);
  EXPECT_NEAR(at(made, "preference")(0, 0), std::log1p(std::exp(-margin)), 1e-5);
  EXPECT_GT(margin, 0.5);
  EXPECT_EQ(at(made, "polite")(0, 0), 1);
  EXPECT_EQ(at(made, "polite")(1, 0), 0);
}

TEST(AssistantScene, AnyQuestionMayBeTyped) {
  const RunPtr made = asked("where does the young chemist dance");
  const auto& record = made->records.get<AssistantRecord>();
  EXPECT_FALSE(record.known);
  EXPECT_FALSE(record.answer.empty());
  EXPECT_THROW(asked("  "), UserError);
}

// What the lesson says of the shipped models: reading puts facts there, tuning does not.
TEST(AssistantRecordingFile, TuningTeachesToAnswerWhatWasRead) {
  const AssistantRecording shipped = read_assistant(recording_file("assistant"));
  const int asked = 0, read = 1, unread = 2;
  EXPECT_LT(shipped.right(read, 0), 0.05);    // asked before the tuning
  EXPECT_GT(shipped.right(read, 1), 0.95);    // the sentence begun: it knows
  EXPECT_LT(shipped.right(unread, 1), 0.15);  // and does not
  EXPECT_GT(shipped.right(asked, 2), 0.9);    // asked after it
  EXPECT_GT(shipped.right(read, 2), 0.75);    // what was never asked before
  EXPECT_LT(shipped.right(unread, 2), 0.15);
  const int last = shipped.margins.rows() - 1, main = static_cast<int>(shipped.main_beta);
  EXPECT_EQ(shipped.ordered(0, main), 0.5);
  EXPECT_GT(shipped.ordered(last, main), 0.95);
  EXPECT_LT(shipped.bare(0, main), 0.2);
  EXPECT_GT(shipped.bare(last, main), 0.7);
  EXPECT_GT(shipped.moved(last, 0), shipped.moved(last, 1) + 1);
  // Counted again, of the models as they ship: 16 bits may turn one or the other answer.
  const FactQuestions facts;
  const FactScores now = fact_scores(*load_shipped("assistant-tuned"), facts);
  for (std::size_t g = 0; g < now.right.size(); ++g) {
    EXPECT_NEAR(now.right[g], shipped.right(static_cast<int>(g), 2), 0.06);
  }
}

TEST(AssistantRecordingFile, WhatIsWrittenIsReadAgain) {
  const AssistantRecording shipped = read_assistant(recording_file("assistant"));
  const auto file =
      std::filesystem::temp_directory_path() / "glassformer-assistant-test.safetensors";
  write_assistant(file, shipped);
  const AssistantRecording again = read_assistant(file);
  std::filesystem::remove(file);
  EXPECT_EQ(again.right, shipped.right);
  EXPECT_EQ(again.margins, shipped.margins);
  EXPECT_EQ(again.facts, shipped.facts);
  EXPECT_EQ(again.betas, shipped.betas);
  EXPECT_EQ(again.preference_steps, shipped.preference_steps);
  EXPECT_THROW(read_assistant(recording_file("sums")), UserError);
}

}  // namespace
}  // namespace glassformer
