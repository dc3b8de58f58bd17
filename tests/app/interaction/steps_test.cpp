#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

TEST(Steps, KeysAndClickerWalkThroughTheLesson) {
  Driver d("cross-attention");  // its first steps ask nothing
  const int last = static_cast<int>(d.session().lesson().steps.size()) - 1;
  ASSERT_GT(last, 3);
  EXPECT_EQ(d.session().step, 0);
  d.press(Key::right);
  EXPECT_EQ(d.session().step, 1);
  d.press(Key::space);
  d.press(Key::page_down);
  EXPECT_EQ(d.session().step, 3);
  EXPECT_TRUE(d.shows("Scores need not be square")) << "the timeline names the step";
  d.press(Key::left);
  d.press(Key::page_up);
  EXPECT_EQ(d.session().step, 1);
  d.press(Key::end);
  EXPECT_EQ(d.session().step, last);
  d.press(Key::right);
  EXPECT_EQ(d.session().step, last) << "nothing comes after the last step";
  d.press(Key::home);
  EXPECT_EQ(d.session().step, 0);
  d.press(Key::left);
  EXPECT_EQ(d.session().step, 0);
}

TEST(Steps, FirstPressFinishesTheStepThatIsBeingBuilt) {
  Driver d("cross-attention");  // its first steps ask nothing
  d.moving = true;
  d.press(Key::right);
  EXPECT_EQ(d.session().step, 1);
  EXPECT_TRUE(d.app().wants_frame());
  d.press(Key::space);
  EXPECT_EQ(d.session().step, 1) << "this press only finished the matrix";
  d.press(Key::space);
  EXPECT_EQ(d.session().step, 2);
}

TEST(Steps, MatrixIsBuiltCellByCellByTheClock) {
  Driver d("cross-attention");  // its first steps ask nothing
  d.moving = true;
  const auto numbers = [&] {
    int count = 0;
    for (const Command* text : d.texts()) count += text->type.face == Face::number ? 1 : 0;
    return count;
  };
  d.press(Key::right);
  const int at_first = numbers();
  for (int i = 0; i < 80; ++i) d.frame(0.05);
  EXPECT_GT(numbers(), at_first);
  EXPECT_EQ(d.session().step, 1);
}

TEST(Steps, PlayGoesOnByItself) {
  Driver d("self-attention-by-hand");
  d.moving = true;
  d.press(Key::a);
  for (int i = 0; i < 100 && d.session().step < 2; ++i) d.frame(0.2);
  EXPECT_EQ(d.session().step, 2);
  d.press(Key::a);
  const int stopped = d.session().step;
  for (int i = 0; i < 50; ++i) d.frame(0.2);
  EXPECT_EQ(d.session().step, stopped);
}

// After the last step there is nothing to wait for.
// What is saved is what was looked at.
TEST(Steps, PlayWaitsForADialog) {
  Driver d("self-attention-by-hand");
  d.moving = true;
  d.press(Key::a);
  d.press(Key::s, true);
  const int step = d.session().step;
  for (int i = 0; i < 60; ++i) d.frame(1);
  EXPECT_EQ(d.session().step, step);
  d.press(Key::escape);
  for (int i = 0; i < 60; ++i) d.frame(1);
  EXPECT_GT(d.session().step, step);
}

TEST(Steps, PlayEndsAtTheLastStep) {
  Driver d("self-attention-by-hand");
  const int last = static_cast<int>(d.session().lesson().steps.size()) - 1;
  d.session().step = last;
  d.session().enter_step();
  d.rest();
  d.moving = true;
  d.press(Key::a);
  for (int i = 0; i < 200 && d.app().wants_frame(); ++i) d.frame(0.5);
  EXPECT_FALSE(d.app().wants_frame());
  EXPECT_EQ(d.session().step, last);
}

TEST(Steps, LineOfStepsIsClickedAndDragged) {
  Driver d("self-attention-by-hand");
  const Rect line = d.bottom();
  const float y = d.where_in("of 11", line).y + 19 * d.scale();
  d.click({line.right() - 60 * d.scale(), y});
  EXPECT_GE(d.session().step, 6);
  d.press_at({line.right() - 60 * d.scale(), y});
  d.drag_by({-400, 0});
  d.release();
  EXPECT_LT(d.session().step, 6);
}

TEST(Steps, NothingIsLeftToDrawWhenNothingMoves) {
  Driver d("multi-head");
  d.moving = true;
  for (int i = 0; i < 200 && d.app().wants_frame(); ++i) d.frame(0.05);
  EXPECT_FALSE(d.app().wants_frame()) << "an idle program costs no processor time";
}

TEST(Steps, WhatIsAboutTheLessonsWordsIsNotAskedOfOthers) {
  Driver d("alignments");
  d.go_to_step("One word, two words");
  d.rest();
  EXPECT_TRUE(d.session().asking());
  EXPECT_FALSE(d.session().asked().empty());
  EXPECT_TRUE(d.session().touch().spots.empty()) << "what a step lights it lights with its answer";
  d.session().answer();
  EXPECT_FALSE(d.session().touch().spots.empty());
  d.session().enter_step();
  d.rest();
  const std::string own = "translate one English word. Which one?";
  EXPECT_TRUE(d.says(own));
  d.session().post(SetText{0, "the old woman does not see the dog", 0});
  d.rest();
  EXPECT_FALSE(d.says(own));
  EXPECT_TRUE(d.says("Where does the decoder look to write")) << "which can be asked of any words";
  EXPECT_TRUE(d.session().touch().spots.empty());
}

// What is random has no part in what was recorded.
TEST(Steps, ANoteOfRandomMatricesStandsWhereTheyAreUsed) {
  Driver d("since-2017");
  d.rest();
  EXPECT_TRUE(d.says("not trained")) << "X is in focus, and is drawn";
  for (const char* step : {"Trained in turn", "Does it help here?", "Without a warm-up"}) {
    d.go_to_step(step);
    d.rest();
    EXPECT_FALSE(d.says("not trained")) << step;
  }
  d.go_to_step("A gate for every number");
  d.rest();
  EXPECT_TRUE(d.says("not trained")) << "computed from X";
}

}  // namespace
}  // namespace glassformer::testing
