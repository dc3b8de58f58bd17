#include "app/jobs/worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/lesson/lesson.h"

namespace glassformer {
namespace {

Inputs inputs(const std::string& text) {
  Inputs inputs = find_lesson("multi-head").inputs;
  inputs.text[0] = text;
  return inputs;
}

TEST(Worker, HandsBackWhatWasAskedFor) {
  Worker worker;
  worker.submit(inputs("one two three"));
  const auto result = worker.take_when_done();
  ASSERT_TRUE(result && result->run);
  EXPECT_EQ(result->run->tokens[0].size(), 3U);
  EXPECT_EQ(result->inputs.text[0], "one two three");
  EXPECT_FALSE(worker.busy());
  EXPECT_FALSE(worker.take_when_done()) << "a result is handed out once";
}

TEST(Worker, NewestWishWins) {
  Worker worker;
  for (int i = 0; i < 50; ++i) worker.submit(inputs("word " + std::to_string(i)));
  const auto result = worker.take_when_done();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->inputs.text[0], "word 49");
}

TEST(Worker, FailureIsASentence) {
  Worker worker;
  Inputs bad = inputs("one two");
  bad.options["heads"] = -3.0;
  worker.submit(bad);
  const auto result = worker.take_when_done();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->run, nullptr);
  EXPECT_NE(result->error.find("heads"), std::string::npos) << result->error;
}

TEST(Worker, CancelledWorkNeverArrives) {
  Worker worker;
  worker.submit(inputs("one two three"));
  worker.cancel();
  EXPECT_FALSE(worker.busy());
  EXPECT_FALSE(worker.take_when_done());
  worker.submit(inputs("four"));
  const auto result = worker.take_when_done();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->inputs.text[0], "four");
}

// Long enough that it cannot be over before it is stopped: 16 heads over 600 words.
Inputs long_pass() {
  std::string text;
  for (int i = 0; i < 600; ++i) text += "word" + std::to_string(i) + " ";
  Inputs wish = inputs(text);
  wish.options["d_model"] = 512.0;
  wish.options["heads"] = 16.0;
  return wish;
}

TEST(Worker, StopsWhatNobodyWantsAnyMore) {
  Worker worker;
  worker.submit(long_pass());
  worker.cancel();
  worker.submit(inputs("short"), 3);
  const auto result = worker.take_when_done();
  ASSERT_TRUE(result && result->run);
  EXPECT_EQ(result->inputs.text[0], "short");
  EXPECT_EQ(result->tag, 3U);
}

TEST(Progress, CountsCellsAndStops) {
  Progress progress;
  const Inputs wish = inputs("one two three");
  {
    const Watch watch(progress);
    run(wish);
  }
  EXPECT_GT(progress.made, 0);
  EXPECT_GT(progress.share(), 0.2);
  EXPECT_LE(progress.share(), 1);
  const double whole = progress.made;
  progress.restart();
  progress.stop = true;
  {
    const Watch watch(progress);
    EXPECT_THROW(run(wish), Stopped);
  }
  EXPECT_LT(progress.made, whole) << "it went on after it was stopped";
  EXPECT_NO_THROW(run(wish)) << "what nobody watches is not stopped";
}

TEST(Worker, EndsWhileItWorks) {
  for (int i = 0; i < 20; ++i) {
    Worker worker;
    worker.submit(inputs("one two three"));
  }
}

// What waits behind another has not been worked on until that is over.
TEST(Worker, TimeCountsFromWhenItIsTheTurnOfAWish) {
  Worker worker;
  worker.submit(long_pass());
  for (int i = 0; i < 2000 && worker.busy_for() < 0.02; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(worker.busy());
  const auto begin = std::chrono::steady_clock::now();
  worker.submit(inputs("short"), 3);
  const auto result = worker.take_when_done();
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin;
  ASSERT_TRUE(result);
  ASSERT_EQ(result->tag, 3U);
  EXPECT_LE(worker.busy_for(), since.count()) << "the wish before it took 0.02 s more";
}

}  // namespace
}  // namespace glassformer
