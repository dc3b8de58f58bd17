#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/records/bias.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

std::shared_ptr<const WordVectors> vectors(
    const std::vector<std::pair<std::string, std::vector<float>>>& rows) {
  WordVectors made;
  RowsBuilder builder(rows.size(), rows[0].second.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    made.words.add(rows[i].first);
    std::copy(rows[i].second.begin(), rows[i].second.end(), builder[i].begin());
  }
  made.vectors = builder.finish();
  made.origin = "made by hand";
  return std::make_shared<const WordVectors>(std::move(made));
}

Inputs inputs() {
  Inputs made;
  made.scene = "bias";
  made.resources.set(slots::vectors, vectors({{"she", {1, 0, 1}},
                                              {"he", {-1, 0, 1}},
                                              {"nurse", {0.6F, 0.8F, 0}},
                                              {"engineer", {-0.5F, 0.5F, 0.5F}},
                                              {"woman", {2, 1, 0.5F}},
                                              {"man", {-1, 1, 1}}}));
  made.options["words"] = std::string("engineer nurse");
  made.options["near"] = std::string("nurse");
  return made;
}

TEST(BiasModel, ProjectsOntoTheDirection) {
  const RunPtr run = glassformer::run(inputs());
  const Tape& tape = run->tape;
  const Mat& g = tape.value(tape.find("axis.g"));
  EXPECT_NEAR(g(0, 0), 1, 1e-6);
  EXPECT_NEAR(g(0, 2), 0, 1e-6);
  const Var projection = tape.find("words.projection");
  // the nurse first: sorted along g
  EXPECT_EQ(tape.node(projection).label.cols.labels,
            (std::vector<std::string>{"nurse", "engineer"}));
  const Mat& product = tape.value(tape.find("words.product"));
  EXPECT_NEAR(product(0, 0), 0.6, 1e-6);
  EXPECT_NEAR(product(0, 1), -1 / std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(tape.value(tape.find("words.direct"))(0, 0), (0.6 + 1 / std::sqrt(3.0)) / 2, 1e-6);
}

TEST(BiasModel, MeasuresFromTheMeanOfAllWords) {
  const RunPtr run = glassformer::run(inputs());
  const Tape& tape = run->tape;
  // she and he cancel; each word is divided by its length
  const double mean = (0.6 - 1 / std::sqrt(3.0) + 2 / std::sqrt(5.25) - 1 / std::sqrt(3.0)) / 6;
  EXPECT_NEAR(tape.value(tape.find("all.product"))(0, 0), mean, 1e-6);
  const Mat& projection = tape.value(tape.find("words.projection"));
  EXPECT_NEAR(projection(0, 0), 0.6 - mean, 1e-6);
  EXPECT_NEAR(projection(0, 1), -1 / std::sqrt(3.0) - mean, 1e-6);
  EXPECT_NEAR(tape.value(tape.find("words.spread"))(0, 0), (0.6 + 1 / std::sqrt(3.0)) / 2, 1e-6);
}

TEST(BiasModel, NeutralisesAndEqualises) {
  const RunPtr run = glassformer::run(inputs());
  const Tape& tape = run->tape;
  const Mat& neutral = tape.value(tape.find("neutral.unit"));
  EXPECT_NEAR(neutral(0, 0), 0, 1e-6);  // nurse: (0, 1, 0) is left
  EXPECT_NEAR(neutral(0, 1), 1, 1e-6);
  EXPECT_NEAR(tape.value(tape.find("neutral.direct"))(0, 0), 0, 1e-6);
  const Mat& equal = tape.value(tape.find("pair.equal"));
  for (int r = 0; r < 2; ++r) {
    double square = 0;
    for (int c = 0; c < 3; ++c) square += static_cast<double>(equal(r, c)) * equal(r, c);
    EXPECT_NEAR(square, 1, 1e-5);
  }
  EXPECT_NEAR(equal(0, 0), -equal(1, 0), 1e-6);
  EXPECT_GT(equal(0, 0), 0);  // woman stays on the side of she
  EXPECT_NEAR(equal(0, 1), equal(1, 1), 1e-6);
  const Mat& after = tape.value(tape.find("after"));
  for (int r = 0; r < after.rows(); ++r) EXPECT_NEAR(after(r, 0), after(r, 1), 1e-6);
}

TEST(BiasModel, FindsTheAnalogiesOfTheDirection) {
  const RunPtr run = glassformer::run(inputs());
  const Var score = run->tape.find("pairs.score");
  ASSERT_TRUE(score);
  for (const Real cell : run->tape.value(score).cells()) EXPECT_GT(cell, 0);
  EXPECT_EQ(run->tape.node(score).label.cols.labels[0].substr(0, 5), "woman");
}

TEST(BiasModel, SaysWhatItTakesInstead) {
  Inputs other = inputs();
  other.options["axis"] = std::string("nothing - of this");
  other.options["near"] = std::string("zebra");
  const RunPtr run = glassformer::run(other);
  const auto told = [&](const char* part) {
    return std::any_of(run->notes.begin(), run->notes.end(), [&](const std::string& note) {
      return note.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(told("two different words"));
  EXPECT_TRUE(told("zebra"));
}

TEST(BiasModel, HoldsOppositesAgainstWordsOfLikeMeaning) {
  EXPECT_FALSE(glassformer::run(inputs())->tape.find("opposites.cosine")) << "no pair is there";
  Inputs other = inputs();
  other.resources.set(slots::vectors, vectors({{"she", {1, 0, 1}},
                                               {"he", {-1, 0, 1}},
                                               {"nurse", {0.6F, 0.8F, 0}},
                                               {"woman", {2, 1, 0.5F}},
                                               {"man", {-1, 1, 1}},
                                               {"hot", {0, 3, 4}},
                                               {"cold", {0, 4, 3}},
                                               {"warm", {0, 0, 2}}}));
  const RunPtr run = glassformer::run(other);
  const auto cell = [&](const char* path) { return run->tape.value(run->tape.find(path))(0, 0); };
  const Var opposites = run->tape.find("opposites.cosine");
  EXPECT_EQ(run->tape.node(opposites).label.rows.labels, (std::vector<std::string>{"hot – cold"}));
  EXPECT_NEAR(cell("opposites.cosine"), 0.96, 1e-6);
  EXPECT_NEAR(cell("alike.cosine"), 0.8, 1e-6);
  EXPECT_NEAR(cell("alike.mean"), 0.8, 1e-6);
  const auto& listed = run->records.get<BiasRecord>().opposites.listed;
  EXPECT_NE(std::find(listed.begin(), listed.end(), "love – hate"), listed.end())
      << "the lecture's, though these vectors do not know them";
}

// What the lecture prints stands beside what these vectors have of it.
TEST(BiasModel, PlacesThePrintedWordsAndPairs) {
  Inputs other = inputs();
  other.resources.set(slots::vectors, vectors({{"she", {1, 0, 0}},
                                               {"he", {-1, 0, 0}},
                                               {"nurse", {0.6F, 0.8F, 0}},
                                               {"surgeon", {-0.6F, 0.8F, 0}},
                                               {"interior_designer", {0.8F, 0.6F, 0}},
                                               {"architect", {0, 1, 0}},
                                               {"woman", {2, 1, 0.5F}},
                                               {"man", {-1, 1, 1}}}));
  const RunPtr run = glassformer::run(other);
  const BiasRecord& record = run->records.get<BiasRecord>();
  ASSERT_TRUE(record.printed_words && record.printed_pairs);
  EXPECT_EQ(run->tape.node(record.printed_words).label.cols.labels,
            (std::vector<std::string>{"nurse", "architect"}));
  EXPECT_EQ(run->tape.node(record.printed_pairs).label.cols.labels,
            (std::vector<std::string>{"nurse – surgeon", "interior designer – architect"}));
  EXPECT_NEAR(run->tape.value(record.printed_pairs)(0, 0), 1, 1e-6);
  EXPECT_NEAR(run->tape.value(record.printed_pairs)(0, 1), 2 / std::sqrt(5.0), 1e-6);
}

TEST(BiasModel, RefusesVectorsWithoutTheWords) {
  Inputs other = inputs();
  other.resources.set(slots::vectors, vectors({{"tea", {1, 0}}, {"cup", {0, 1}}, {"pot", {1, 1}}}));
  try {
    glassformer::run(other);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("she"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace glassformer
