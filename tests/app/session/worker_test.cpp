#include "app/worker.h"

#include <gtest/gtest.h>

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

TEST(Worker, EndsWhileItWorks) {
  for (int i = 0; i < 20; ++i) {
    Worker worker;
    worker.submit(inputs("one two three"));
  }
}

}  // namespace
}  // namespace glassformer
