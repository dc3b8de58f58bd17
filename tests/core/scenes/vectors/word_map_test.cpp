#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/map_words.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

// Royals and people: two traits and a little noise.
std::shared_ptr<const WordVectors> family() {
  auto vectors = std::make_shared<WordVectors>();
  const std::vector<std::pair<const char*, std::pair<float, float>>> words{
      {"man", {0, 0}}, {"woman", {0, 2}},   {"king", {3, 0}}, {"queen", {3, 2}},
      {"he", {0, -1}}, {"she", {0, 1}},     {"big", {-2, 0}}, {"small", {-2, 1}},
      {"boy", {0, 0}}, {"princess", {3, 2}}};
  RowsBuilder rows(words.size(), 7);
  Rng rng(5);
  for (std::size_t w = 0; w < words.size(); ++w) {
    vectors->words.add(words[w].first);
    rows[w][0] = words[w].second.first;
    rows[w][1] = words[w].second.second;
    for (float& cell : rows[w]) cell += static_cast<float>(1 + 0.1 * rng.normal());
  }
  vectors->vectors = rows.finish();
  vectors->origin = "seeded";
  return vectors;
}

Inputs inputs() {
  Inputs inputs;
  inputs.scene = "word-map";
  inputs.resources.set(slots::vectors, family());
  return inputs;
}

const Mat& value(const RunPtr& run, const char* path) {
  const Var var = run->tape.find(path);
  EXPECT_TRUE(var) << path;
  return run->tape.value(var);
}

TEST(WordMap, NeighboursAreSortedAndTheirCosinesExplained) {
  Inputs in = inputs();
  in.options["map_word"] = std::string("queen");
  in.options["neighbours"] = 4.0;
  const RunPtr run = glassformer::run(in);
  const Mat& cosine = value(run, "cosine");
  ASSERT_EQ(cosine.shape(), (Shape{1, 4}));
  EXPECT_EQ(run->tokens[0].front(), "queen");
  EXPECT_EQ(run->tokens[0][1], "princess");
  for (int k = 0; k < 4; ++k) {
    EXPECT_LE(cosine(0, k), 1.00001F);
    if (k > 0) {
      EXPECT_LE(cosine(0, k), cosine(0, k - 1));
    }
    const auto explained = run->tape.explain(run->tape.find("cosine"), 0, k);
    double sum = 0;
    for (const Term& term : explained.terms) sum += term.value;
    EXPECT_NEAR(sum, cosine(0, k), 1e-5);
  }
  in.options["measure"] = std::string("euclid");
  const RunPtr by_distance = glassformer::run(in);
  const Mat& distance = value(by_distance, "distance");
  for (int k = 1; k < 4; ++k) EXPECT_GE(distance(0, k), distance(0, k - 1));
}

TEST(WordMap, CoordinatesAreTheWordsPlacesOnTheMap) {
  const auto vectors = family();
  for (const double unit : {0.0, 1.0}) {
    for (const double solid : {0.0, 1.0}) {
      Inputs in = inputs();
      in.resources.set(slots::vectors, vectors);
      in.options["unit_length"] = unit;
      in.options["solid"] = solid;
      in.options["map_word"] = std::string("king");
      const RunPtr run = glassformer::run(in);
      for (const std::string scope : {"pca", "axes"}) {
        const Mat& some = value(run, (scope + ".coordinates").c_str());
        const Mat& all = value(run, (scope + ".map").c_str());
        ASSERT_EQ(all.shape(), (Shape{10, solid != 0 && scope == "pca" ? 3 : 2}));
        for (std::size_t t = 0; t < run->tokens[0].size(); ++t) {
          const int id = vectors->words.find(run->tokens[0][t]);
          for (int c = 0; c < all.cols(); ++c) {
            EXPECT_NEAR(some(static_cast<int>(t), c), all(id, c), 1e-5);
          }
        }
      }
    }
  }
}

TEST(WordMap, ExplainedVarianceSumsToOneAndAnyComponentsMayBeDrawn) {
  Inputs in = inputs();
  in.options["map_x"] = 3.0;
  in.options["map_y"] = 400.0;  // there are 7: the last one
  const RunPtr run = glassformer::run(in);
  double sum = 0;
  for (const Real share : value(run, "pca.explained").cells()) sum += static_cast<double>(share);
  EXPECT_NEAR(sum, 1, 1e-5);
  const Node& axes = run->tape.node(run->tape.find("pca.axes"));
  EXPECT_EQ(axis_label(axes.label.rows, 0), "component 3");
  EXPECT_EQ(axis_label(axes.label.rows, 1), "component 7");
}

TEST(WordMap, PlaneKeepsTheAnalogysDistances) {
  const RunPtr run = glassformer::run(inputs());
  const Mat& at = value(run, "plane.coordinates");
  ASSERT_EQ(at.shape(), (Shape{5, 2}));  // man king woman queen, and king − man + woman
  EXPECT_NEAR(at(1, 1), 0, 1e-5);
  EXPECT_NEAR(at(4, 0), at(1, 0) + at(2, 0), 1e-5);
  EXPECT_NEAR(at(4, 1), at(2, 1), 1e-5);
  EXPECT_LT(std::hypot(at(3, 0) - at(4, 0), at(3, 1) - at(4, 1)), 1) << "queen is near";
  const Mat& all = value(run, "plane.map");
  EXPECT_NEAR(all(2, 0), at(1, 0), 1e-5);
}

TEST(WordMap, SimilaritiesOfTsneSumToOne) {
  Inputs in = inputs();
  in.options["map_perplexity"] = 2.0;
  const RunPtr run = glassformer::run(in);
  double sum = 0, entropy = 0;
  for (const Real p : value(run, "tsne.p").cells()) {
    sum += static_cast<double>(p);
    entropy -= static_cast<double>(p) * std::log2(static_cast<double>(p));
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_NEAR(std::exp2(entropy), 2, 1e-3);
}

TEST(WordMap, AVectorThatIsNoneLeavesTheOthersTheirPlaces) {
  auto broken = std::make_shared<WordVectors>(*family());
  RowsBuilder rows(broken->words.size(), broken->dim());
  for (std::size_t w = 0; w < rows.count(); ++w) {
    std::copy_n(broken->vectors[w].data(), rows.dim(), rows[w].data());
  }
  rows[8][2] = std::numeric_limits<float>::quiet_NaN();
  broken->vectors = rows.finish();
  Inputs in = inputs();
  in.resources.set(slots::vectors, broken);
  const RunPtr run = glassformer::run(in);
  const Mat& map = value(run, "pca.map");
  for (int w = 0; w < map.rows(); ++w) EXPECT_EQ(std::isfinite(map(w, 0)), w != 8) << w;
}

TEST(WordMap, SaysWhatIsMissingAndShowsTheRest) {
  Inputs in = inputs();
  in.options["map_word"] = std::string("duke");
  in.options["map_axis_x"] = std::string("it - he");
  in.options["map_plane"] = std::string("man king");
  const RunPtr run = glassformer::run(in);
  EXPECT_EQ(run->tokens[0].front(), "man");
  EXPECT_FALSE(run->tape.find("axes.map"));
  EXPECT_FALSE(run->tape.find("plane.map"));
  std::string notes;
  for (const std::string& note : run->notes) notes += note + "\n";
  EXPECT_NE(notes.find("\"duke\" is not among the 10 words"), std::string::npos) << notes;
  EXPECT_NE(notes.find("\"it\" is not among"), std::string::npos) << notes;
  EXPECT_NE(notes.find("three or four words"), std::string::npos) << notes;
}

TEST(WordMap, TheMapIsNotMadeAnewWhenAWordIsClicked) {
  Inputs in = inputs();
  const RunPtr first = glassformer::run(in);
  in.options["map_word"] = std::string("she");
  const RunPtr second = glassformer::run(in);
  EXPECT_EQ(value(first, "pca.map").data(), value(second, "pca.map").data());
  in.options["unit_length"] = 1.0;
  EXPECT_NE(value(first, "pca.map").data(), value(glassformer::run(in), "pca.map").data());
}

TEST(WordMap, ReadsWordsAsTheyAreWritten) {
  EXPECT_EQ(two_words("she - he"), (std::vector<std::string>{"she", "he"}));
  EXPECT_EQ(two_words(" new york − x-ray "), (std::vector<std::string>{"new york", "x-ray"}));
  EXPECT_TRUE(two_words("she-he").empty());
  EXPECT_TRUE(two_words("she - ").empty());
  EXPECT_EQ(listed_words("a  b c"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(listed_words("new york, us,paris"),
            (std::vector<std::string>{"new york", "us", "paris"}));
  EXPECT_TRUE(listed_words(" ").empty());
}

TEST(WordMap, RefusesTooFewWords) {
  auto vectors = std::make_shared<WordVectors>();
  vectors->words.add("alone");
  vectors->vectors = RowsBuilder(1, 4).finish();
  vectors->origin = "one.txt";
  Inputs in = inputs();
  in.resources.set(slots::vectors, vectors);
  EXPECT_THROW(glassformer::run(in), UserError);
}

}  // namespace
}  // namespace glassformer
