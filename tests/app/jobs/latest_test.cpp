#include "app/jobs/latest.h"

#include <gtest/gtest.h>

#include <latch>

namespace glassformer {
namespace {

TEST(Latest, HandsOutTheAnswerOnce) {
  Latest<int> latest;
  EXPECT_FALSE(latest.busy());
  EXPECT_FALSE(latest.take());
  latest.ask([] { return 3; });
  latest.wait();
  EXPECT_FALSE(latest.busy());
  EXPECT_EQ(latest.take(), 3);
  EXPECT_FALSE(latest.take());
}

TEST(Latest, OfManyQuestionsOnlyTheNewestIsAnswered) {
  Latest<int> latest;
  std::latch begun(1), go_on(1);
  bool asked_second = false;
  latest.ask([&] {
    begun.count_down();
    go_on.wait();
    return 1;
  });
  begun.wait();
  latest.ask([&] {
    asked_second = true;
    return 2;
  });
  latest.ask([] { return 3; });
  EXPECT_TRUE(latest.busy());
  EXPECT_FALSE(latest.take()) << "nothing waits for it";
  go_on.count_down();
  latest.wait();
  EXPECT_EQ(latest.take(), 3);
  EXPECT_FALSE(asked_second);
}

TEST(Latest, AQuestionForgetsTheAnswerBefore) {
  Latest<int> latest;
  latest.ask([] { return 1; });
  latest.wait();
  std::latch go_on(1);
  latest.ask([&] {
    go_on.wait();
    return 2;
  });
  EXPECT_FALSE(latest.take());
  go_on.count_down();
}

}  // namespace
}  // namespace glassformer
