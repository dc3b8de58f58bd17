#include "core/lesson/stage.h"

#include <gtest/gtest.h>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

Lesson walk() {
  return parse_lesson(R"({"id": "a", "title": "A", "model": "attention",
    "text": "the cat sat", "steps": [
      {"title": "begin"},
      {"title": "mask", "set": {"config": {"mask": "causal"}, "edits": {"mask": [[2, 0, 0]]}}},
      {"title": "scale", "set": {"config": {"scale": false}}},
      {"title": "back", "set": {"config": {"scale": true}, "edits": {"mask": [[2, 0, null]]}}},
      {"title": "other", "set": {"text": "a dog", "head": 2, "view": {"tab": "two"}, "moment": 4}}
    ]})",
                      "a.json");
}

TEST(Stage, AStateIsTheStartAndAllThatWasSetSince) {
  const Lesson lesson = walk();
  EXPECT_TRUE(stage_inputs(lesson, 0).options.empty());
  const Inputs third = stage_inputs(lesson, 2);
  EXPECT_EQ(std::get<std::string>(third.options.at("mask")), "causal");
  EXPECT_EQ(std::get<double>(third.options.at("scale")), 0);
  EXPECT_EQ(third.edits.at("mask"), (std::vector<CellEdit>{{2, 0, 0}}));
  const Inputs fourth = stage_inputs(lesson, 3);
  EXPECT_TRUE(fourth.edits.empty());
  EXPECT_EQ(std::get<double>(fourth.options.at("scale")), 1);
  EXPECT_EQ(stage_inputs(lesson, 4).text[0], "a dog");
  EXPECT_EQ(stage_changes(lesson, 4).head, 1);
  EXPECT_EQ(stage_changes(lesson, 4).moment, 4);
}

TEST(Stage, WhatTheUserChangedLiesOverIt) {
  const Lesson lesson = walk();
  Changes own;
  own.options["scale"] = 1.0;
  EXPECT_EQ(std::get<double>(stage_inputs(lesson, 2, own).options.at("scale")), 1);
  own.text[0] = "my own words here";
  const Inputs typed = stage_inputs(lesson, 1, own);
  EXPECT_EQ(typed.text[0], "my own words here");
  EXPECT_TRUE(typed.edits.empty());
  EXPECT_EQ(typed.optional_edits.at("mask").size(), 1U);
  EXPECT_EQ(run(typed)->tape.value(run(typed)->tape.find("mask"))(2, 0), 0);
  own.text[0] = "two words";  // no third row: the lesson's cell is left out
  EXPECT_NO_THROW(run(stage_inputs(lesson, 1, own)));
}

TEST(Stage, TheSecondSentenceOfAStepGoesWithItsFirst) {
  const Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "cross-attention",
    "text": ["the cat sat", "die Katze saß"], "steps": [
      {"title": "begin"},
      {"title": "pair", "set": {"text": ["a dog barks", "ein Hund bellt"]}},
      {"title": "more", "set": {"config": {"heads": 2}}},
      {"title": "same", "set": {"text": ["a dog barks", "a dog barks"]}}
    ]})",
                                     "a.json");
  Changes own;
  own.text[0] = "the dog sleeps";
  EXPECT_EQ(stage_inputs(lesson, 0, own).text[1], "die Katze saß") << "the lesson's own two stay";
  EXPECT_EQ(stage_inputs(lesson, 1, own).text[1], "");
  EXPECT_EQ(stage_inputs(lesson, 2, own).text[1], "");
  EXPECT_EQ(stage_inputs(lesson, 3, own).text[1], "the dog sleeps");
  own.text[1] = "der Hund schläft";
  EXPECT_EQ(stage_inputs(lesson, 1, own).text[1], "der Hund schläft");
  own.text[0].reset();  // another translation of the step's sentence
  const Inputs translated = stage_inputs(lesson, 1, own);
  EXPECT_EQ(translated.text[0], "a dog barks");
  EXPECT_EQ(translated.text[1], "der Hund schläft");
}

// Weights that a step sets mean the lesson's words; those of other words are left as computed.
TEST(Stage, WeightsThatAStepSetsAreNotPutOnOtherWords) {
  const Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "attention",
    "text": "the cat sat", "steps": [
      {"title": "weights", "set": {"edits": {"weights": [[0, 0, 0.5], [0, 1, 0.5], [0, 2, 0]],
                                             "mask": [[2, 0, 0]]}}}
    ]})",
                                     "a.json");
  Changes own;
  own.text[0] = "my own four words";
  const RunPtr made = run(stage_inputs(lesson, 0, own));
  const Mat& weights = made->tape.value(made->tape.find("weights"));
  double sum = 0;
  for (int c = 0; c < weights.cols(); ++c) sum += static_cast<double>(weights(0, c));
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_NE(weights(0, 1), 0.5F);
  EXPECT_EQ(made->tape.value(made->tape.find("mask"))(2, 0), 0) << "a place is one in any sentence";
  const RunPtr as_set = run(stage_inputs(lesson, 0));
  EXPECT_EQ(as_set->tape.value(as_set->tape.find("weights"))(0, 1), 0.5F);
}

// A row that is all on one position says "look there": of a longer sentence the rest of the row is
// 0, and a shorter one that has no such row or position is told of its first.
TEST(Stage, ARowOfWeightsAllOnOnePositionHoldsForOtherWords) {
  const Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "attention",
    "text": "the cat sat", "steps": [
      {"title": "weights", "set": {"edits": {"weights": [[2, 0, 0], [2, 1, 0], [2, 2, 1],
                                                         [1, 0, 0.5], [1, 1, 0], [1, 2, 0]]}}}
    ]})",
                                     "a.json");
  const auto weights = [&](const char* text) {
    Changes own;
    own.text[0] = text;
    const RunPtr made = run(stage_inputs(lesson, 0, own));
    return made->tape.value(made->tape.find("weights"));
  };
  const Mat longer = weights("my own four words");
  EXPECT_EQ(longer(2, 1), 0);
  EXPECT_EQ(longer(2, 2), 1);
  EXPECT_EQ(longer(2, 3), 0);
  EXPECT_NE(longer(1, 0), 0.5F) << "a part of the weight means the lesson's words";
  EXPECT_NE(longer(1, 0), 1) << "and is not all of it";
  const Mat shorter = weights("two words");
  EXPECT_EQ(shorter(0, 0), 1);
  EXPECT_EQ(shorter(0, 1), 0);
  EXPECT_NE(shorter(1, 1), 1);
}

TEST(Stage, AStepTakesBackOnlyWhatItSetsItself) {
  const Lesson lesson = walk();
  Changes own;
  own.options["scale"] = 1.0;
  own.options["d_k"] = 9.0;
  own.text[0] = "mine";
  own.edits["x"] = {{0, 0, 1.0}};
  const Inputs inputs = stage_inputs(lesson, 1, own);
  EXPECT_EQ(overrule(lesson.steps[0].set, own, inputs), std::vector<std::string>{});
  EXPECT_EQ(overrule(lesson.steps[2].set, own, inputs).size(), 1U);
  EXPECT_FALSE(own.options.contains("scale"));
  EXPECT_TRUE(own.options.contains("d_k"));
  EXPECT_EQ(overrule(lesson.steps[4].set, own, inputs), std::vector<std::string>{"the sentence"});
  EXPECT_TRUE(own.edits.empty()) << "its cells lay over the sentence that is gone";
}

TEST(Stage, WhatAStepTakesBackIsCalledAsItIsRead) {
  Inputs inputs;
  inputs.scene = "word-map";
  Changes step, own;
  const auto taken = [&](const std::string& name, Option set, Option mine) {
    step = own = {};
    step.options[name] = std::move(set);
    own.options[name] = std::move(mine);
    return overrule(step, own, inputs);
  };
  EXPECT_EQ(taken("measure", std::string("cosine"), std::string("euclid")),
            std::vector<std::string>{"“near”"});
  EXPECT_EQ(taken("unit_length", 1.0, 0.0), std::vector<std::string>{"“unit length”"});
  EXPECT_EQ(taken("map_odd", std::string("dog cat car"), std::string("one two six")),
            std::vector<std::string>{"the words"});
  EXPECT_TRUE(taken("words", 9.0, 9.0).empty()) << "it is the same";
}

TEST(Stage, KnowsOptionsThatAreTyped) {
  Inputs inputs;
  inputs.scene = "word-map";
  Changes own;
  own.options["measure"] = std::string("euclid");
  EXPECT_FALSE(has_typed_words(inputs, own));
  own.options["map_word"] = std::string("violin");
  EXPECT_TRUE(has_typed_words(inputs, own));
}

TEST(Stage, ChangesAreWrittenAndReadAgain) {
  Lesson lesson = walk();
  lesson.changes.text[0] = "mine";
  lesson.changes.edits["x"] = {{0, 1, 2.5}, {1, 0, std::nullopt}};
  lesson.changes.order = std::vector<int>{1, 0};
  lesson.changes.view["tab"] = std::string("two");
  lesson.steps[0].ask = Ask{"Why?", {{"weights", 0, std::nullopt}}, "So.", "So it is."};
  lesson.steps[0].touch = {{{"x", 1, 1}, {"x", 0, std::nullopt}}, {"cat"}};
  lesson.steps[0].invitation = "Try.";
  lesson.steps[1].still = "It waits.";
  lesson.steps[1].claims = {
      {Claim::Kind::greater, {{"x", {"0"}, {"1"}}, {"x", {"last"}, {"cat"}}}, 0},
      {Claim::Kind::falls, {{"x", {"*"}, {"0"}}}, 0}};
  const Lesson again = parse_lesson(write_lesson(lesson), "a.json");
  EXPECT_EQ(again.changes, lesson.changes);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    EXPECT_EQ(again.steps[i].set, lesson.steps[i].set) << i;
  }
  EXPECT_EQ(write_lesson(again), write_lesson(lesson));
}

// A step's French sentence is no translation into German; what the user types stays.
TEST(Stage, AModelOfAnotherLanguageMakesItsOwnTranslation) {
  const Lesson lesson = find_lesson("gradients");
  EXPECT_EQ(stage_inputs(lesson, 1).text[1], "Une fille calme va acheter la boîte rouge .");
  Changes own;
  own.options["weights"] = std::string("en-fr");
  EXPECT_NE(stage_inputs(lesson, 1, own).text[1], "") << "chosen by hand, it is the same";
  own.options["weights"] = std::string("en-de");
  EXPECT_EQ(stage_inputs(lesson, 1, own).text[1], "");
  own.text[1] = "Ein Kind";
  EXPECT_EQ(stage_inputs(lesson, 1, own).text[1], "Ein Kind");
}

}  // namespace
}  // namespace glassformer
