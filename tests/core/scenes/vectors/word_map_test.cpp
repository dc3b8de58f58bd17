#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/records/word_map.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/map_words.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/core/scenes/vectors/word_map_family.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;
using testing::family;
using testing::map_of_family;
using testing::notes_of;

TEST(WordMap, NeighboursAreSortedAndTheirCosinesExplained) {
  Inputs in = map_of_family();
  in.options["map_word"] = std::string("queen");
  in.options["neighbours"] = 4.0;
  const RunPtr run = glassformer::run(in);
  const Mat& cosine = at(run, "cosine");
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
  const Mat& distance = at(by_distance, "distance");
  for (int k = 1; k < 4; ++k) EXPECT_GE(distance(0, k), distance(0, k - 1));
}

TEST(WordMap, CoordinatesAreTheWordsPlacesOnTheMap) {
  const auto vectors = family();
  for (const double unit : {0.0, 1.0}) {
    for (const double solid : {0.0, 1.0}) {
      Inputs in = map_of_family();
      in.resources.set(slots::vectors, vectors);
      in.options["unit_length"] = unit;
      in.options["solid"] = solid;
      in.options["map_word"] = std::string("king");
      const RunPtr run = glassformer::run(in);
      for (const std::string scope : {"pca", "axes"}) {
        const Mat& some = at(run, (scope + ".coordinates").c_str());
        const Mat& all = at(run, (scope + ".map").c_str());
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
  Inputs in = map_of_family();
  in.options["map_x"] = 3.0;
  in.options["map_y"] = 400.0;  // there are 7: the last one
  const RunPtr run = glassformer::run(in);
  double sum = 0;
  for (const Real share : at(run, "pca.explained").cells()) sum += static_cast<double>(share);
  EXPECT_NEAR(sum, 1, 1e-5);
  const Node& axes = run->tape.node(run->tape.find("pca.axes"));
  EXPECT_EQ(axis_label(axes.label.rows, 0), "component 3");
  EXPECT_EQ(axis_label(axes.label.rows, 1), "component 7");
}

TEST(WordMap, PlaneKeepsTheAnalogysDistances) {
  const RunPtr run = glassformer::run(map_of_family());
  const Mat& placed = at(run, "plane.coordinates");
  ASSERT_EQ(placed.shape(), (Shape{5, 2}));  // man king woman queen, and king − man + woman
  EXPECT_NEAR(placed(1, 1), 0, 1e-5);
  EXPECT_NEAR(placed(4, 0), placed(1, 0) + placed(2, 0), 1e-5);
  EXPECT_NEAR(placed(4, 1), placed(2, 1), 1e-5);
  EXPECT_LT(std::hypot(placed(3, 0) - placed(4, 0), placed(3, 1) - placed(4, 1)), 1)
      << "queen is near";
  const Mat& all = at(run, "plane.map");
  EXPECT_NEAR(all(2, 0), placed(1, 0), 1e-5);
}

TEST(WordMap, SimilaritiesOfTsneSumToOne) {
  Inputs in = map_of_family();
  in.options["map_perplexity"] = 2.0;
  const RunPtr run = glassformer::run(in);
  double sum = 0, entropy = 0;
  for (const Real p : at(run, "tsne.p").cells()) {
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
  Inputs in = map_of_family();
  in.resources.set(slots::vectors, broken);
  const RunPtr run = glassformer::run(in);
  const Mat& map = at(run, "pca.map");
  for (int w = 0; w < map.rows(); ++w) EXPECT_EQ(std::isfinite(map(w, 0)), w != 8) << w;
}

TEST(WordMap, SaysWhatIsMissingAndShowsTheRest) {
  Inputs in = map_of_family();
  in.options["map_word"] = std::string("duke");
  in.options["map_axis_x"] = std::string("it - he");
  in.options["map_plane"] = std::string("man king");
  const RunPtr run = glassformer::run(in);
  EXPECT_EQ(run->tokens[0].front(), "man");
  EXPECT_FALSE(run->tape.find("axes.map"));
  EXPECT_FALSE(run->tape.find("plane.map"));
  std::string notes;
  for (const std::string& note : run->notes) notes += note + "\n";
  EXPECT_EQ(notes.find("“it” is not"), std::string::npos) << "the panel of that map says it";
  const auto& record = run->records.get<WordMapRecord>();
  for (const auto* missing : {&record.axes.missing, &record.plane.missing}) {
    for (const std::string& one : *missing) notes += one + "\n";
  }
  EXPECT_NE(notes.find("“duke” is not among the 10 words: “man” is shown instead"),
            std::string::npos)
      << notes;
  EXPECT_NE(notes.find("“it” is not among"), std::string::npos) << notes;
  EXPECT_NE(notes.find("three or four words"), std::string::npos) << notes;
}

TEST(WordMap, TheMapIsNotMadeAnewWhenAWordIsClicked) {
  Inputs in = map_of_family();
  const RunPtr first = glassformer::run(in);
  in.options["map_word"] = std::string("she");
  const RunPtr second = glassformer::run(in);
  EXPECT_EQ(at(first, "pca.map").data(), at(second, "pca.map").data());
  in.options["unit_length"] = 1.0;
  EXPECT_NE(at(first, "pca.map").data(), at(glassformer::run(in), "pca.map").data());
}

TEST(WordMap, NamesContentWordsFirst) {
  const auto& naming = *glassformer::run(map_of_family())->records.get<WordMapRecord>().naming;
  ASSERT_EQ(naming.size(), 10U);
  EXPECT_EQ(naming.front(), 0);
  EXPECT_EQ(naming[8], 4) << "he";
  EXPECT_EQ(naming[9], 5) << "she";
}

TEST(WordMap, AnEndOfAnAxisIsTheMeanOfItsWords) {
  const auto vectors = family();
  Inputs in = map_of_family();
  in.resources.set(slots::vectors, vectors);
  in.options["map_axis_x"] = std::string("woman, queen, she - man king he");
  in.options["map_axis_y"] = std::string("woman, queen - man");
  const RunPtr run = glassformer::run(in);
  const Mat& directions = at(run, "axes.directions");
  std::vector<double> naive(vectors->dim());
  for (std::size_t d = 0; d < naive.size(); ++d) {
    for (const int high : {1, 3, 5})
      naive[d] += static_cast<double>(vectors->vectors[static_cast<std::size_t>(high)][d]) / 3;
    for (const int low : {0, 2, 4})
      naive[d] -= static_cast<double>(vectors->vectors[static_cast<std::size_t>(low)][d]) / 3;
  }
  double squares = 0;
  for (const double x : naive) squares += x * x;
  for (std::size_t d = 0; d < naive.size(); ++d) {
    EXPECT_NEAR(directions(0, static_cast<int>(d)), naive[d] / std::sqrt(squares), 1e-5);
  }
  const Node& node = run->tape.node(run->tape.find("axes.coordinates"));
  EXPECT_EQ(axis_label(node.label.cols, 0), "man, king, he ↔ woman, queen, she");
  EXPECT_EQ(axis_label(node.label.cols, 1), "man ↔ woman, queen");
}

std::string missing_pairs(const RunPtr& run) {
  std::string all;
  for (const std::string& one : run->records.get<WordMapRecord>().axes.missing) all += one + "\n";
  return all;
}

TEST(WordMap, StepsOfPairsAreDifferencesOfTheirCoordinates) {
  Inputs in = map_of_family();
  in.options["map_pairs"] = std::string("man woman, king queen,boy princess, he");
  const RunPtr run = glassformer::run(in);
  const Mat& steps = at(run, "axes.steps");
  const Mat& map = at(run, "axes.map");
  ASSERT_EQ(steps.shape(), (Shape{3, 2}));
  const std::pair<int, int> pairs[] = {{0, 1}, {2, 3}, {8, 9}};
  EXPECT_EQ(run->records.get<WordMapRecord>().axes.pairs,
            (std::vector<std::pair<int, int>>(std::begin(pairs), std::end(pairs))));
  int forward = 0;
  for (int p = 0; p < 3; ++p) {
    for (int c = 0; c < 2; ++c) {
      EXPECT_NEAR(steps(p, c), map(pairs[p].second, c) - map(pairs[p].first, c), 1e-5);
    }
    forward += steps(p, 0) > 0 ? 1 : 0;
  }
  EXPECT_EQ(at(run, "axes.forward")(0, 0), static_cast<Real>(forward));
  EXPECT_NE(missing_pairs(run).find("\"he\" is no pair"), std::string::npos) << missing_pairs(run);
  in.options["map_pairs"] = std::string("family");
  EXPECT_EQ(at(glassformer::run(in), "axes.steps").rows(), 2) << "king and queen, man and woman";
  in.options["words"] = 3.0;
  const RunPtr few = glassformer::run(in);
  EXPECT_NE(missing_pairs(few).find("1 of 2 pairs"), std::string::npos) << missing_pairs(few);
  EXPECT_EQ(notes_of(few).find("pairs"), std::string::npos)
      << "every other map would have the note too: " << notes_of(few);
  in.options.erase("words");
  in.options["map_pairs"] = std::string();
  EXPECT_FALSE(glassformer::run(in)->tape.find("axes.steps"));
}

// What is counted is what is drawn: a pair of which a word is off the map has no line.
TEST(WordMap, PairsOffTheMapAreNeitherDrawnNorCounted) {
  Inputs in = map_of_family();
  in.options["map_pairs"] = std::string("man woman, king queen, boy princess");
  in.options["words"] = 9.0;  // all but the princess
  const RunPtr run = glassformer::run(in);
  EXPECT_EQ(at(run, "axes.steps").rows(), 2);
  EXPECT_NE(missing_pairs(run).find("1 of 3 pairs are not on the map"), std::string::npos)
      << missing_pairs(run);
  in.options["words"] = 3.0;
  const RunPtr few = glassformer::run(in);
  EXPECT_EQ(at(few, "axes.steps").rows(), 1);
}

// What a word's neighbourhood spreads most along is its own first component.
TEST(WordMap, ANeighbourhoodIsLaidOutByItself) {
  Inputs in = map_of_family();
  in.options["map_word"] = std::string("queen");
  in.options["neighbours"] = 5.0;
  EXPECT_FALSE(glassformer::run(in)->tape.find("alone.coordinates"));
  in.options["map_alone"] = 1.0;
  const RunPtr run = glassformer::run(in);
  const Mat& placed = at(run, "alone.coordinates");
  const Mat& rows = at(run, "alone.centred");
  ASSERT_EQ(placed.shape(), (Shape{6, 2}));
  double along[2] = {0, 0}, across = 0, sum[2] = {0, 0};
  for (int r = 0; r < 6; ++r) {
    across += static_cast<double>(placed(r, 0)) * static_cast<double>(placed(r, 1));
    for (int c = 0; c < 2; ++c) {
      sum[c] += static_cast<double>(placed(r, c));
      along[c] += static_cast<double>(placed(r, c)) * static_cast<double>(placed(r, c));
    }
  }
  EXPECT_NEAR(sum[0], 0, 1e-4);
  EXPECT_NEAR(sum[1], 0, 1e-4);
  EXPECT_NEAR(across, 0, 1e-4) << "the components are not correlated";
  EXPECT_GE(along[0], along[1]);
  Rng rng(2);
  for (int other = 0; other < 20; ++other) {  // no other direction spreads them more
    std::vector<double> direction(static_cast<std::size_t>(rows.cols()));
    double squares = 0;
    for (double& x : direction) {
      x = rng.normal();
      squares += x * x;
    }
    double spread = 0;
    for (int r = 0; r < 6; ++r) {
      double dot = 0;
      for (int d = 0; d < rows.cols(); ++d) {
        dot += static_cast<double>(rows(r, d)) * direction[static_cast<std::size_t>(d)];
      }
      spread += dot * dot / squares;
    }
    EXPECT_LE(spread, along[0] + 1e-4);
  }
  EXPECT_EQ(run->records.get<WordMapRecord>().near.front(), 3);
}

TEST(WordMap, ReadsWordsAsTheyAreWritten) {
  EXPECT_EQ(two_words("she - he"), (std::vector<std::string>{"she", "he"}));
  EXPECT_EQ(two_words(" new york − x-ray "), (std::vector<std::string>{"new york", "x-ray"}));
  EXPECT_TRUE(two_words("she-he").empty());
  EXPECT_TRUE(two_words("she - ").empty());
}

TEST(WordMap, RefusesTooFewWords) {
  auto vectors = std::make_shared<WordVectors>();
  vectors->words.add("alone");
  vectors->vectors = RowsBuilder(1, 4).finish();
  vectors->origin = "one.txt";
  Inputs in = map_of_family();
  in.resources.set(slots::vectors, vectors);
  EXPECT_THROW(glassformer::run(in), UserError);
}

}  // namespace
}  // namespace glassformer
