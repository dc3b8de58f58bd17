#include <gtest/gtest.h>

#include <cmath>

#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs sentence(const std::string& text, const std::string& vocabulary = "") {
  Inputs inputs;
  inputs.scene = "one-hot";
  inputs.text[0] = text;
  if (!vocabulary.empty()) inputs.options["vocabulary"] = vocabulary;
  return inputs;
}

TEST(OneHot, IsARowWithASingleOneInSortedOrder) {
  const RunPtr now = run(sentence("bat a bat"));
  EXPECT_EQ(at(now, "x"), (Mat{{0, 1, 0}, {1, 0, 0}, {0, 1, 0}}));
}

TEST(OneHot, TheProductIsTheLookup) {
  const RunPtr now = run(sentence("he was walking home", "home walking he"));
  EXPECT_EQ(at(now, "e"), at(now, "row"));
  EXPECT_EQ(at(now, "e").shape(), (Shape{4, 3}));
}

TEST(OneHot, DifferentWordsAreEquallyFarApart) {
  const RunPtr now = run(sentence("a bat a zoo"));
  const Mat& distances = at(now, "onehot.distances");
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const bool same = i == j || (i % 2 == 0 && j % 2 == 0 && i + j == 2);
      EXPECT_NEAR(distances(i, j), same ? 0 : std::sqrt(2.0), 1e-6) << i << ' ' << j;
    }
  }
}

TEST(OneHot, WhatTheVocabularyLacksIsUnknown) {
  const RunPtr now = run(sentence("a yak", "a an at"));
  EXPECT_EQ(at(now, "x"), (Mat{{1, 0, 0, 0}, {0, 0, 0, 1}}));
  const RunPtr large = run(sentence("An", "a an at"));
  EXPECT_EQ(at(large, "x"), (Mat{{0, 1, 0, 0}}));
  EXPECT_EQ(now->tape.node(now->tape.find("x")).label.cols.labels.back(), "<unk>");
}

TEST(OneHot, CharactersAreTokensToo) {
  Inputs inputs = sentence("zoo é");
  inputs.options["level"] = std::string("characters");
  const RunPtr now = run(inputs);
  EXPECT_EQ(now->tokens[0], (std::vector<std::string>{"z", "o", "o", "é"}));
  EXPECT_EQ(at(now, "x").shape(), (Shape{4, 4}));
}

std::shared_ptr<WordVectors> bat_and_ball() {
  auto vectors = std::make_shared<WordVectors>();
  RowsBuilder rows(2, 2);
  vectors->words.add("bat");
  vectors->words.add("ball");
  rows[0][0] = 3;
  rows[1][1] = 5;
  vectors->vectors = rows.finish();
  vectors->origin = "by hand";
  return vectors;
}

TEST(OneHot, TakesTheRowsOfChosenVectors) {
  Inputs inputs = sentence("ball yak bat");
  inputs.options["table"] = std::string("trained");
  inputs.resources.set(slots::vectors, bat_and_ball());
  const RunPtr now = run(inputs);
  EXPECT_EQ(at(now, "e"), (Mat{{0, 5}, {0, 0}, {3, 0}}));
  ASSERT_EQ(now->notes.size(), 2U);
  EXPECT_EQ(now->notes[1], "zeros, because not learned: yak, <unk>");
}

// A row of zeros lies 5 and 3 from them, nearer than they are to each other.
TEST(OneHot, AWordThatWasNotLearnedIsNobodysNeighbour) {
  Inputs inputs = sentence("ball yak bat");
  inputs.options["table"] = std::string("trained");
  inputs.resources.set(slots::vectors, bat_and_ball());
  const RunPtr now = run(inputs);
  const Var distances = now->tape.find("dense.distances");
  EXPECT_EQ(now->tape.node(distances).label.rows.labels, (std::vector<std::string>{"ball", "bat"}));
  EXPECT_NEAR(now->tape.value(distances)(0, 1), std::sqrt(34.0), 1e-5);
  inputs.text[0] = "yak";
  EXPECT_FALSE(run(inputs)->tape.find("dense.distances"));
}

TEST(OneHot, NeedsASentence) {
  EXPECT_THROW(run(sentence("")), UserError);
}

}  // namespace
}  // namespace glassformer
