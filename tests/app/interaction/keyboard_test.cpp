#include <gtest/gtest.h>

#include <set>
#include <string>

#include <string_view>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// Presses Tab until the frame shows a tip with these words.
bool tab_to_tip(Driver& d, std::string_view tip) {
  for (int i = 0; i < 60; ++i) {
    if (d.shows(tip)) return true;
    d.press(Key::tab);
  }
  return false;
}

TEST(Keyboard, TheTopBarIsReachedAndPressed) {
  Driver d("masked-scores");
  ASSERT_TRUE(tab_to_tip(d, "Dark (T)"));
  const bool dark = d.app().settings().dark;
  d.press(Key::enter);
  EXPECT_NE(d.app().settings().dark, dark);
  const int step = d.session().step;
  d.press(Key::space);
  EXPECT_EQ(d.app().settings().dark, dark) << "Space presses where the keyboard is";
  EXPECT_EQ(d.session().step, step);
  d.press(Key::escape);
  d.press(Key::space);
  d.press(Key::space);
  EXPECT_GT(d.session().step, step) << "let go of, Space goes on";
}

TEST(Keyboard, ShiftTabGoesBackAndF6ToTheNextPart) {
  Driver d("masked-scores");
  d.press(Key::tab, false, true);
  const auto first_icon = [&] { return d.shows("Lessons (L)") || d.shows("Keys (?)"); };
  for (int i = 0; i < 6 && !first_icon(); ++i) d.press(Key::f6);
  EXPECT_TRUE(first_icon());
}

TEST(Keyboard, TheExpressionIsTypedWithoutAMouse) {
  Driver d("word-arithmetic");
  const bool dark = d.app().settings().dark;
  d.press(Key::l, true);
  d.press(Key::a, true);
  d.type("queen - woman + man");
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.app().settings().dark, dark) << "no letter ran as a shortcut";
  EXPECT_TRUE(d.shows("queen - woman + man"));
  EXPECT_FALSE(d.session().is_as_it_begins());
  const int step = d.session().step;
  d.press(Key::space);
  d.press(Key::space);
  EXPECT_GT(d.session().step, step) << "Enter has left the field";
}

TEST(Keyboard, WhatIsHiddenIsGuessedAtOnce) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.press(Key::p);
  const Vec cell = d.find_cell("weights", 0, 1);
  d.click(cell);
  const bool dark = d.app().settings().dark;
  d.type("0.t3");  // the t is no shortcut
  EXPECT_EQ(d.app().settings().dark, dark);
  d.press(Key::backspace);
  d.press(Key::backspace);
  d.type("25");
  d.move(cell + Vec{2, 2});
  d.press(Key::enter);
  EXPECT_TRUE(d.says("Guessed 0.25; it is"));
}

TEST(Keyboard, AClickerTurnsThePageWhileAGuessWaits) {
  Driver d("self-attention-by-hand");
  d.press(Key::p);
  d.click(d.find_cell("x", 0, 0));
  const int step = d.session().step;
  d.press(Key::page_down);
  d.press(Key::page_down);
  EXPECT_GT(d.session().step, step);
}

TEST(Keyboard, TheKeysAreScrolledByKeys) {
  Driver d("masked-scores", {.width = 1000, .height = 560});
  d.press(Key::question);
  ASSERT_FALSE(d.shows("close, or let go of the chosen cell"));
  d.press(Key::end);
  d.rest();
  EXPECT_TRUE(d.shows("close, or let go of the chosen cell"));
  d.press(Key::page_up);
  d.press(Key::home);
  d.rest();
  EXPECT_TRUE(d.shows("previous step"));
}

TEST(Keyboard, ARefusedNumberIsForgottenWithTheNextEdit) {
  Driver d("self-attention-by-hand");
  const auto refuse = [&] {
    d.double_click(d.find_cell("x", 0, 0));
    d.type("nonsense");
    d.press(Key::enter);
    ASSERT_TRUE(d.session().message_is_error);
    ASSERT_FALSE(d.session().message.empty());
  };
  refuse();
  d.double_click(d.find_cell("x", 0, 1));
  d.type("2");
  d.press(Key::enter);
  EXPECT_EQ(d.session().message, "");
  refuse();
  d.press(Key::z, true);
  EXPECT_EQ(d.session().message, "");
  refuse();
  d.press(Key::page_down);
  d.press(Key::page_down);
  EXPECT_EQ(d.session().message, "");
}

TEST(Keyboard, EscapeCancelsADragAndTheInspectorFollowsIt) {
  Driver d("self-attention-by-hand");
  const Vec at = d.find_cell("x", 0, 0);
  d.click(at);
  const double before = d.value("x", 0, 0);
  d.press_at(at);
  d.drag_by({0, -20});
  d.drag_by({0, -90});
  EXPECT_NE(d.value("x", 0, 0), before);
  EXPECT_EQ(d.session().hover.path, "x") << "though the pointer is elsewhere";
  EXPECT_EQ(d.session().hover.row, 0);
  d.press(Key::escape);
  EXPECT_EQ(d.value("x", 0, 0), before);
  d.drag_by({0, -10});
  EXPECT_EQ(d.value("x", 0, 0), before) << "until the button is up";
  d.release();
  EXPECT_EQ(d.value("x", 0, 0), before);
}

TEST(Keyboard, CtrlZeroBringsTheSizeBack) {
  Driver d("masked-scores");
  const float usual = d.scale();
  d.press(Key::plus, true);
  ASSERT_GT(d.scale(), usual);
  d.press(Key::d0, true);
  d.rest();
  EXPECT_EQ(d.scale(), usual);
}

// Tab comes to every picture that shows cells; there an arrow goes to a cell, the next to another.
TEST(Keyboard, EveryPictureIsReachedAndItsCellsAreWalked) {
  for (const Lesson& lesson : shipped_lessons()) {
    Driver d(lesson.id);
    std::set<std::string> reached;
    // What is chosen may bring other pictures: those that are there in the end count.
    const auto left = [&] {
      std::set<std::string> parts;
      for (const DrawnCells& drawn : d.app().drawn().all()) {
        const bool seen = drawn.seen.w > 0 && drawn.seen.h > 0;
        if (seen && !reached.contains(drawn.part)) parts.insert(drawn.part);
      }
      return parts;
    };
    constexpr int most = 150;  // stops of a window
    for (int i = 0; i < most && !left().empty(); ++i) {
      d.strike(Key::tab);
      d.session().chosen.reset();
      d.strike(Key::down);
      if (!d.session().chosen) continue;
      const Target& cell = *d.session().chosen;
      for (const DrawnCells& drawn : d.app().drawn().all()) {
        const bool here = drawn.path == cell.path && drawn.holds(cell.row, cell.col);
        if (here) reached.insert(drawn.part);
      }
    }
    EXPECT_EQ(left(), std::set<std::string>{}) << lesson.id;
  }
}

TEST(Keyboard, ArrowsGoFromCellToCellAndXHidesWhileTheClassPredicts) {
  Driver d("masked-scores");
  d.go_to("weights");
  d.session().chosen.reset();
  for (int i = 0; i < 60 && !(d.session().chosen && d.session().chosen->path == "weights"); ++i) {
    d.strike(Key::tab);
    d.session().chosen.reset();
    d.strike(Key::down);
    // The equation is one picture: its matrices lie beside each other.
    for (int k = 0; k < 12 && d.session().chosen && d.session().chosen->path != "weights"; ++k)
      d.strike(Key::right);
  }
  ASSERT_TRUE(d.session().chosen);
  EXPECT_EQ(d.session().chosen->path, "weights");
  EXPECT_EQ(d.session().chosen->row, 0);
  d.strike(Key::right);
  EXPECT_EQ(d.session().chosen->col, 1);
  d.strike(Key::down);
  EXPECT_EQ(d.session().chosen->row, 1);
  d.strike(Key::left);
  EXPECT_EQ(d.session().chosen->col, 0);
  const int step = d.session().step;
  d.press(Key::p);
  d.strike(Key::x);
  ASSERT_EQ(d.session().predicted.size(), 1U);
  EXPECT_EQ(d.session().predicted[0].row, 1);
  EXPECT_EQ(d.session().step, step) << "the arrows were the picture's";
}

}  // namespace
}  // namespace glassformer::testing
