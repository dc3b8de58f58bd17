#include "app/shell/presenter.h"

#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

TEST(Presenter, AQuestionEndsWhereItAsks) {
  EXPECT_EQ(question_line("This is that. Where is it? It may be here."),
            "This is that. Where is it?");
  EXPECT_EQ(question_line("Is it so? It is."), "Is it so?");
  EXPECT_EQ(question_line("Say it. Now."), "Say it. Now.");
  EXPECT_EQ(question_line(""), "");
  EXPECT_EQ(question_line("Is it so? Or so?"), "Is it so? Or so?");
  const std::string first =
      "What does “it” mean here, the animal, or the street that it did not cross?";
  EXPECT_EQ(question_line(first + " Which word will it be?"), "Which word will it be?");
  EXPECT_EQ(question_line(first), first);
}

TEST(Presenter, ArithmeticComesWhenACellIsTouched) {
  Driver::Options options;
  options.settings.presenter = true;
  Driver d("masked-scores", options);
  d.go_to("weights");
  EXPECT_TRUE(d.says(d.session().lesson().steps[static_cast<std::size_t>(d.session().step)].title));
  EXPECT_FALSE(d.shows("sum so far"));
  d.move(d.find_cell("weights", 2, 1));
  d.rest();
  EXPECT_TRUE(d.shows("sum so far"));
  d.move({-1, -1});
  d.rest();
  EXPECT_FALSE(d.shows("sum so far"));
}

// A clicker turns the pages; where the pointer was left is no touch.
TEST(Presenter, APointerThatRestsTouchesNothing) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("masked-scores", options);
  d.go_to("weights");
  const Vec cell = d.find_cell("weights", 2, 1);
  d.move(cell);
  d.rest();
  EXPECT_TRUE(d.shows("sum so far"));
  d.session().enter_step();  // as a clicker does
  d.rest();
  EXPECT_FALSE(d.shows("sum so far"));
  EXPECT_EQ(d.session().hover.kind, Target::Kind::none) << "nothing lights up, and no tip stands";
  d.move(cell + Vec{3, 0});
  d.rest();
  EXPECT_TRUE(d.shows("sum so far"));
}

// The question then takes a row of its own, above the answer.
TEST(Presenter, TheStageHoldsStillWhenAnAnswerComes) {
  Driver::Options options{1920, 1080};
  options.settings.presenter = true;
  Driver d("masked-scores", options);
  d.go_to_step("Minus infinity");
  d.frame();
  ASSERT_TRUE(d.session().asking());
  const Vec asked = d.find_cell("masked", 3, 0);
  d.strike(Key::space);
  d.frame();
  ASSERT_FALSE(d.session().asking());
  const Vec answered = d.find_cell("masked", 3, 0);
  EXPECT_NEAR(asked.x, answered.x, 1);
  EXPECT_NEAR(asked.y, answered.y, 1);
}

TEST(Presenter, BarsGlideInWhenThePointerMovesAndLeaveAgain) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("masked-scores", options);
  d.moving = true;
  const auto wait = [&d](double seconds) {
    for (double t = 0; t < seconds; t += 0.05) d.frame(0.05);
  };
  wait(0.5);
  EXPECT_FALSE(d.shows_part("of ")) << "nothing but words and pictures";
  d.move({640, 400});
  d.move({650, 400});
  wait(0.5);
  EXPECT_TRUE(d.shows_part("of ")) << "the steps and the top bar";
  wait(3.5);
  EXPECT_FALSE(d.shows_part("of "));
  d.move({650, 10});
  d.move({660, 10});
  wait(4);
  EXPECT_TRUE(d.shows_part("of ")) << "they stay under the pointer";
}

// Wherever the pointer was left: they would cover the title for the rest of the lesson.
TEST(Presenter, BarsLeaveWhereThePointerWasLeftOnThem) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("self-attention-by-hand", options);
  d.moving = true;
  const auto wait = [&d](double seconds) {
    for (double t = 0; t < seconds; t += 0.05) d.frame(0.05);
  };
  d.move({600, 400});
  wait(0.1);
  d.move({1270, 712});
  wait(4);
  EXPECT_TRUE(d.shows_part("of ")) << "whoever points at them may read them";
  wait(6);
  EXPECT_FALSE(d.shows_part("of "));
}

// Tab calls them; they leave the picture that it comes to.
TEST(Presenter, BarsLeaveWhileTheKeyboardIsOnAPicture) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("self-attention-by-hand", options);
  d.moving = true;
  const auto wait = [&d](double seconds) {
    for (double t = 0; t < seconds; t += 0.05) d.frame(0.05);
  };
  d.strike(Key::tab);
  wait(0.5);
  EXPECT_TRUE(d.shows_part("of ")) << "the bars come";
  const std::optional<Target> opened = d.session().chosen;
  for (int i = 0; i < 40 && d.session().chosen == opened; ++i) {
    d.strike(Key::tab);
    wait(0.1);
    d.strike(Key::down);  // in a picture: to another cell
    wait(0.1);
  }
  ASSERT_NE(d.session().chosen, opened) << "the keyboard is on a picture";
  wait(4);
  EXPECT_FALSE(d.shows_part("of "));
  d.strike(Key::tab);
  wait(0.5);
  EXPECT_TRUE(d.shows_part("of "));
}

TEST(Presenter, AKeyTakesUpThePenAndAStepPutsItDown) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("masked-scores", options);
  const Color ink = make_theme(false, 1).error;
  const auto drawn = [&] {
    return std::ranges::count_if(d.app().canvas().commands(), [&](const Command& c) {
      return c.kind == Command::Kind::polyline && c.color == ink;
    });
  };
  d.press(Key::d);
  d.press_at({600, 400});
  d.drag_by({50, 20});
  d.drag_by({50, 20});
  d.release();
  EXPECT_EQ(drawn(), 1);
  d.press(Key::d);
  EXPECT_EQ(drawn(), 1) << "what is drawn stays until the step";
  d.session().enter_step();
  d.rest();
  EXPECT_EQ(drawn(), 0);
}

TEST(Presenter, TheSpotlightLeavesADiscAndTheGlassEnlarges) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("masked-scores", options);
  d.go_to("weights");
  const Vec cell = d.find_cell("weights", 2, 1);
  const auto count = [&] { return d.app().canvas().commands().size(); };
  d.move(cell);
  d.rest();
  const std::size_t before = count();
  d.press(Key::h);
  EXPECT_GT(count(), before + 50);
  for (const Command& c : d.app().canvas().commands()) {
    const bool dark =
        c.layer == 1 && c.kind == Command::Kind::fill && c.color.a < 255 && c.rect.contains(cell);
    EXPECT_FALSE(dark) << "the pointer stands in the light";
  }
  d.press(Key::g);
  float largest = 0, usual = 0;
  for (const Command* c : d.texts()) {
    if (c->type.face != Face::number) continue;
    (c->layer == 1 ? largest : usual) = std::max(c->layer == 1 ? largest : usual, c->type.size);
  }
  EXPECT_GT(largest, 2 * usual);
  d.press(Key::g);
  EXPECT_LE(count(), before + 5);
}

TEST(Presenter, LeavesOutWhatHoldsForTheLessonsOwnDataAlone) {
  Driver::Options options;
  options.settings.presenter = true;
  Driver d("masked-scores", options);
  d.app().open(parse_lesson(R"({"id": "own", "title": "Own", "model": "attention",
      "tokens": ["one", "two"], "given": {"scores": [[0, 2], [1, 0]], "v": [[1, 0], [0, 1]]},
      "steps": [{"title": "First", "focus": "weights",
                 "line": "\\own{As printed. }It is \\value{weights}{0}{1}."}]})",
                            "own.json"));
  d.rest();
  EXPECT_TRUE(d.says("As printed."));
  d.session().post(SetCell{"scores", {0, 0, 7}, 1});
  d.rest();
  EXPECT_FALSE(d.says("As printed."));
  EXPECT_TRUE(d.says("It is"));
}

TEST(Controls, WhatTheStepDoesNotSpeakOfIsBehindMore) {
  Driver d("thinking-machines");
  d.go_to("weights");
  EXPECT_FALSE(d.shows("causal"));
  d.click(d.where("More"));
  EXPECT_TRUE(d.shows("causal"));
  d.press(Key::o);
  EXPECT_FALSE(d.shows("causal"));
}

}  // namespace
}  // namespace glassformer::testing
