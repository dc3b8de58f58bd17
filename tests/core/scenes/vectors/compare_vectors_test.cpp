#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/scenes/scene.h"
#include "core/scenes/vectors/shared_words.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

std::shared_ptr<WordVectors> vectors(int words, int dim, std::uint64_t seed) {
  auto made = std::make_shared<WordVectors>();
  RowsBuilder rows(static_cast<std::size_t>(words), static_cast<std::size_t>(dim));
  Rng rng(seed);
  for (int w = 0; w < words; ++w) {
    made->words.add("w" + std::to_string(w));
    for (float& cell : rows[static_cast<std::size_t>(w)]) cell = static_cast<float>(rng.normal());
  }
  made->vectors = rows.finish();
  made->origin = "seed " + std::to_string(seed);
  return made;
}

// The words the other way round, one left out, and columns in another order: a rotation.
std::shared_ptr<WordVectors> turned(const WordVectors& from) {
  auto made = std::make_shared<WordVectors>();
  const std::size_t n = from.words.size(), dim = from.dim();
  RowsBuilder rows(n, dim);
  for (std::size_t w = 0; w < n; ++w) {
    const std::size_t source = n - 1 - w;
    made->words.add(source == 2 ? std::string("other") : std::string(from.words[source]));
    for (std::size_t d = 0; d < dim; ++d) rows[w][d] = from.vectors[source][(d + 1) % dim];
  }
  made->vectors = rows.finish();
  made->origin = "turned";
  return made;
}

Inputs inputs(WordVectorsPtr left, WordVectorsPtr right) {
  Inputs in;
  in.scene = "compare-vectors";
  in.resources.set(slots::vectors, std::move(left));
  in.resources.set(slots::compared, std::move(right));
  in.options["neighbours"] = 6.0;
  return in;
}

TEST(CompareVectors, ATurnedSetIsTheSame) {
  const auto left = vectors(60, 8, 1);
  const RunPtr run = glassformer::run(inputs(left, turned(*left)));
  EXPECT_EQ(at(run, "left.map").rows(), 59) << "the words that both have";
  EXPECT_LT(largest_difference(at(run, "left.map"), at(run, "right.map")), 1e-4);
  EXPECT_LT(largest_difference(at(run, "left.cosine"), at(run, "right.cosine")), 1e-5);
  EXPECT_EQ(at(run, "left.overlap")(0, 0), 1);
}

// Its plane is that of the left set alone, whatever stands beside it.
TEST(CompareVectors, TheLeftMapIsTheSameBesideAnyOther) {
  const auto left = vectors(30, 6, 1);
  const RunPtr one = glassformer::run(inputs(left, vectors(30, 6, 2)));
  const RunPtr other = glassformer::run(inputs(left, vectors(30, 6, 3)));
  EXPECT_EQ(largest_difference(at(one, "left.map"), at(other, "left.map")), 0);
  EXPECT_GT(largest_difference(at(one, "right.map"), at(other, "right.map")), 0.1);
}

TEST(CompareVectors, OverlapIsTheShareOfTheSameNeighbours) {
  Inputs in = inputs(vectors(40, 5, 1), vectors(40, 9, 2));
  in.options["map_word"] = std::string("w7");
  const RunPtr run = glassformer::run(in);
  const auto names = [&](const char* path) {
    return run->tape.node(run->tape.find(path)).label.cols.labels;
  };
  const auto left = names("left.cosine"), right = names("right.cosine");
  ASSERT_EQ(left.size(), 6U);
  int both = 0;
  for (std::size_t k = 0; k < left.size(); ++k) {
    const bool there = std::find(right.begin(), right.end(), left[k]) != right.end();
    EXPECT_EQ(at(run, "left.found")(0, static_cast<int>(k)), there ? 1 : 0);
    both += static_cast<int>(there);
  }
  EXPECT_NEAR(at(run, "left.overlap")(0, 0), both / 6.0, 1e-6);
  EXPECT_NEAR(at(run, "right.overlap")(0, 0), both / 6.0, 1e-6);
  EXPECT_EQ(run->tokens[0].front(), "w7");
}

TEST(CompareVectors, WithoutASecondSetTheOutputVectorsAreIt) {
  const auto left = vectors(30, 6, 1);
  left->outputs = vectors(30, 6, 5)->vectors;
  const RunPtr run = glassformer::run(inputs(left, nullptr));
  const Mat& word = at(run, "right.word");
  for (int d = 0; d < 6; ++d) EXPECT_EQ(word(0, d), left->outputs[0][static_cast<std::size_t>(d)]);
}

TEST(CompareVectors, AVectorThatIsNoneIsNotCompared) {
  const auto left = vectors(30, 6, 1), right = vectors(30, 6, 2);
  RowsBuilder rows(30, 6);
  for (std::size_t w = 0; w < 30; ++w) std::copy_n(right->vectors[w].data(), 6, rows[w].data());
  rows[4][0] = std::numeric_limits<float>::infinity();
  right->vectors = rows.finish();
  const Mat& map = at(glassformer::run(inputs(left, right)), "right.map");
  ASSERT_EQ(map.rows(), 29);
  for (int w = 0; w < map.rows(); ++w) EXPECT_TRUE(std::isfinite(map(w, 0)));
}

TEST(CompareVectors, SaysHowManyOfTheSharedWordsAreCompared) {
  Inputs inputs;
  inputs.scene = "compare-vectors";
  inputs.resources.set(slots::vectors, vectors(30, 4, 1));
  inputs.resources.set(slots::compared, vectors(20, 4, 2));
  const auto notes = [&] {
    const RunPtr made = run(inputs);
    std::string all;
    for (const std::string& note : made->notes) all += note + "\n";
    return all;
  };
  EXPECT_NE(notes().find("20 words are in both\n"), std::string::npos) << notes();
  inputs.options["words"] = 12.0;
  EXPECT_NE(notes().find("20 words are in both; the first 12 are compared"), std::string::npos)
      << notes();
}

TEST(CompareVectors, RefusesSetsWithoutWordsInCommon) {
  const auto left = vectors(10, 4, 1), right = std::make_shared<WordVectors>();
  right->words.add("w3");
  right->vectors = RowsBuilder(1, 4).finish();
  right->origin = "another";
  try {
    glassformer::run(inputs(left, right));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("share 1 word,"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace glassformer
