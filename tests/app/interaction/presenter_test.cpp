#include "app/shell/presenter.h"

#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

TEST(Presenter, SaysTheFirstSentence) {
  EXPECT_EQ(first_sentence("One idea. Another."), "One idea.");
  EXPECT_EQ(first_sentence("Is it so? It is."), "Is it so?");
  EXPECT_EQ(first_sentence("It is 0.5 of $a. B$ here. No."), "It is 0.5 of $a. B$ here.");
  EXPECT_EQ(first_sentence("Cats, e.g. lions. Dogs."), "Cats, e.g. lions.");
  EXPECT_EQ(first_sentence("no end"), "no end");
  EXPECT_EQ(question_line("This is that. Where is it? It may be here."),
            "This is that. Where is it?");
  EXPECT_EQ(question_line("Is it so? It is."), "Is it so?");
  EXPECT_EQ(question_line("Say it. Now."), "Say it. Now.");
  EXPECT_EQ(question_line(""), "");
  EXPECT_EQ(answer_line("No. Any two words are equally far apart, whatever they mean. So it goes."),
            "No. Any two words are equally far apart, whatever they mean.");
  EXPECT_EQ(answer_line("It is long enough to be a claim by itself. More."),
            "It is long enough to be a claim by itself.");
  EXPECT_EQ(answer_line("No."), "No.");
  EXPECT_EQ(answer_line(""), "");
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

TEST(Presenter, LeavesOutWhatHoldsForTheLessonsOwnDataAlone) {
  Driver::Options options;
  options.settings.presenter = true;
  Driver d("masked-scores", options);
  d.app().open(parse_lesson(R"({"id": "own", "title": "Own", "model": "attention",
      "tokens": ["one", "two"], "given": {"scores": [[0, 2], [1, 0]], "v": [[1, 0], [0, 1]]},
      "steps": [{"title": "First", "focus": "weights",
                 "text": "\\own{As printed. }It is \\value{weights}{0}{1}."}]})",
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
