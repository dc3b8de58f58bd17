#include <gtest/gtest.h>

#include <algorithm>

#include "core/text/number_format.h"
#include "tests/app/interaction/driver.h"

// The lessons of the group Before, by hand.
namespace glassformer::testing {
namespace {

// The middle of the diamond that is the decoder's state.
Vec diamond(Driver& d) {
  for (const Command& command : d.app().canvas().commands()) {
    if (command.kind != Command::Kind::polygon || command.points.size() != 4) continue;
    return (command.points[0] + command.points[2]) * 0.5F;
  }
  ADD_FAILURE() << "no state is drawn";
  return {};
}

void drag_state(Driver& d, Vec by) {
  d.press_at(diamond(d));
  d.drag_by(by);
  d.release();
  d.rest();
}

TEST(BahdanauView, DraggingTheStateMovesTheWeights) {
  Driver d("bahdanau");
  d.go_to("weights");
  d.press(Key::space);  // the answer
  d.rest();
  const double before = d.value("weights", 0, 0);
  drag_state(d, {-90, 0});
  EXPECT_LT(d.value("state_before", 0, 0), 1);
  EXPECT_GT(d.value("weights", 0, 0), before);
  d.press(Key::z, true);
  d.rest();
  EXPECT_EQ(d.value("weights", 0, 0), before);
}

TEST(BahdanauView, ABoxLeadsToItsStep) {
  Driver d("bahdanau");
  d.rest();
  d.click(d.where("Context"));
  d.rest();
  EXPECT_EQ(d.session().lesson().steps[static_cast<std::size_t>(d.session().step)].focus,
            "context");
}

TEST(BahdanauView, AWordOpensItsOwnBoxes) {
  Driver d("bahdanau");
  d.go_to_step("Four words");
  d.rest();
  d.click(d.where_in("essen", {250, 60, 900, 150}));
  d.rest();
  EXPECT_TRUE(d.shows_part(format_cell(d.value("step.4.context", 0, 0))));
}

TEST(TanhIsCrucialView, WithoutTheTanhAStateCanBeDraggedInVain) {
  Driver d("tanh-is-crucial");
  d.go_to_step("Move the state");
  d.rest();
  const double before = d.value("weights", 0, 0), score = d.value("scores", 0, 0);
  drag_state(d, {60, -40});
  EXPECT_NE(d.value("scores", 0, 0), score);
  EXPECT_NEAR(d.value("weights", 0, 0), before, 1e-6);
}

TEST(LuongView, DraggingTheStateMovesAllColumns) {
  Driver d("luong");
  d.go_to_step("Another state");
  d.rest();
  const double dot = d.value("dot.weights", 0, 1), place = d.value("local-p.place", 0, 0);
  drag_state(d, {-80, 20});
  EXPECT_NE(d.value("dot.weights", 0, 1), dot);
  EXPECT_NE(d.value("local-p.place", 0, 0), place);
}

TEST(RecurrentStateView, AWordOpensItsCell) {
  Driver d("recurrent-state");
  d.go_to("loop.2.state");
  d.rest();
  EXPECT_EQ(d.session().head, 1);
  d.click(d.where_in("signed", {250, 60, 940, 700}));
  d.rest();
  EXPECT_EQ(d.session().head, 3);
  d.move(d.find_cell("loop.4.state", 0, 0));
  d.rest();
  EXPECT_TRUE(d.shows("loop.4.state"));
}

TEST(HardAndSoftView, OnlyTheDecoderIsToldHowToAttend) {
  Driver d("hard-and-soft");
  d.go_to_step("Hard: one input");
  d.rest();
  EXPECT_TRUE(d.shows("sampled"));
  d.go_to_step("How is a choice learned?");
  d.rest();
  EXPECT_FALSE(d.shows("sampled"));
  EXPECT_FALSE(d.shows("More"));
  d.go_to_step("Your own weights");
  d.rest();
  EXPECT_TRUE(d.shows("More") || d.shows("sampled"));
}

// Where large type leaves room for one tick, the axis still says where it ends and where one is.
TEST(HardAndSoftView, TheAxisOfARaceSaysAfterHowManySteps) {
  Driver d("hard-and-soft");
  d.press(Key::f5);
  d.go_to_step("Should we tell it where to look?");
  d.rest();
  const auto written = [&] {
    std::vector<std::string> texts;
    for (const Command* text : d.texts()) texts.push_back(text->text);
    return texts;
  };
  EXPECT_EQ(std::ranges::count(written(), "600 steps"), 2);
  EXPECT_EQ(std::ranges::count(written(), "75"), 2);
}

TEST(BottleneckView, OnlyTheVectorIsMixed) {
  Driver d("bottleneck");
  d.rest();
  EXPECT_TRUE(d.shows("More"));
  d.go_to_step("Can a vector hold any sentence?");
  d.rest();
  EXPECT_FALSE(d.shows("More"));
}

TEST(BottleneckView, TheRaceAndItsLengthsStandInTheirOwnPlaces) {
  Driver d("bottleneck");
  d.go_to_step("Short inputs are easy");
  d.rest();
  int lengths = 0, race = 0;
  for (const DrawnPart& drawn : d.app().parts()) {
    const Rect& place = drawn.standing.rect;
    const bool of_lengths = drawn.standing.part == "lengths";
    for (const Command* text : d.texts()) {
      if (!place.contains(text->rect.center())) continue;
      lengths += of_lengths && text->text == "the same at each length";
      race += !of_lengths && text->text == "answers without a mistake";
    }
  }
  EXPECT_EQ(lengths, 1);
  EXPECT_EQ(race, 1);
}

TEST(ConvolutionsView, AWordOfALayerShowsWhatItSees) {
  Driver d("convolutions");
  d.rest();
  EXPECT_TRUE(d.shows("in layer 1, “open” sees 3 of 9 words"));
  d.move({d.where_in("open", {250, 60, 940, 800}).x, d.where("layer 3").y});
  d.rest();
  EXPECT_TRUE(d.shows("in layer 3, “open” sees 7 of 9 words"));
}

TEST(ConvolutionsView, TheConeIsNotDrawnWhileTheClassGuesses) {
  Driver d("convolutions");
  d.go_to_step("The receptive field");
  d.rest();
  EXPECT_TRUE(d.shows("in layer 3, “open” sees ? of 9 words"));
  d.press(Key::space);
  d.rest();
  EXPECT_TRUE(d.shows("in layer 3, “open” sees 7 of 9 words"));
}

// What is left of the first number is drawn with the answer, not before.
TEST(BeforeLessons, WhatAQuestionIsAboutIsDrawnWithItsAnswer) {
  Driver d("recurrent-state");
  d.go_to_step("The gradient vanishes");
  ASSERT_TRUE(d.session().asking());
  EXPECT_FALSE(d.shows("first number"));
  d.press(Key::space);
  d.rest();
  EXPECT_TRUE(d.shows("first number"));
  EXPECT_TRUE(d.says("its sign is kept for ever"));
}

// A class sees what an answer answers, and why.
TEST(BeforeLessons, APresenterShowsTheQuestionAboveItsAnswer) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("one-hot", options);
  d.go_to_step("Distances between words");
  const std::string question = "Do the distances show";
  EXPECT_TRUE(d.says(question));
  d.press(Key::space);
  d.rest();
  EXPECT_TRUE(d.says(question));
  EXPECT_TRUE(d.says("Any two different words are equally far apart"));
}

}  // namespace
}  // namespace glassformer::testing
