#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/embed/files/default_vectors.h"
#include "core/embed/search/neighbours.h"
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

// The best partner of a word may be taken; then it has another one.
TEST(BiasModel, APairWhoseBetterPartnerIsTakenIsStillFound) {
  Inputs made;
  made.scene = "bias";
  made.resources.set(slots::vectors, vectors({{"she", {0.5F, 1, 0}},
                                              {"he", {-0.5F, 1, 0}},
                                              {"woman", {0.3F, 1, 0.2F}},
                                              {"man", {-0.1F, 1, 0.25F}}}));
  made.options["words"] = std::string("woman man");
  made.options["near"] = std::string("man");
  const RunPtr run = glassformer::run(made);
  const Axis& pairs = run->tape.node(run->tape.find("pairs.score")).label.cols;
  EXPECT_EQ(pairs.labels, (std::vector<std::string>{"she – he", "woman – man"}));
}

// What takes long is kept from one run to the next: of this direction of these vectors.
TEST(BiasModel, PairsAreThoseOfTheDirectionThatIsAskedFor) {
  const auto pairs = [](const Inputs& asked) {
    const RunPtr run = glassformer::run(asked);
    return run->tape.node(run->tape.find("pairs.score")).label.cols.labels;
  };
  Inputs made = inputs();
  const std::vector<std::string> first = pairs(made);
  made.options["axis"] = std::string("nurse - engineer");
  EXPECT_NE(pairs(made), first);
  made.options.erase("axis");
  EXPECT_EQ(pairs(made), first);
  made.resources.set(slots::vectors, vectors({{"she", {1, 0, 1}},
                                              {"he", {-1, 0, 1}},
                                              {"woman", {1, 0, 1.2F}},
                                              {"man", {-1, 0, 1.1F}},
                                              {"nurse", {0.6F, 0.8F, 0}},
                                              {"engineer", {-0.5F, 0.5F, 0.5F}}}));
  EXPECT_NE(pairs(made), first) << "of other vectors along the same direction";
}

// Of three words in a row, the middle one could stand right of the first pair and left of the next:
// it is used once.
// Best of all but the two ends is middle – last: first – middle, the next, has a word of it on its
// other side.
TEST(BiasModel, NoWordStandsInTwoPairs) {
  Inputs made;
  made.scene = "bias";
  made.resources.set(slots::vectors, vectors({{"she", {0.5F, 1, 0}},
                                              {"he", {-0.5F, 1, 0}},
                                              {"first", {0.45F, 1, 0.3F}},
                                              {"middle", {0.05F, 1, 0.62F}},
                                              {"last", {-0.4F, 1, 0.62F}}}));
  made.options["words"] = std::string("first last");
  made.options["near"] = std::string("middle");
  const RunPtr run = glassformer::run(made);
  std::map<std::string, int> used;
  for (const std::string& pair : run->tape.node(run->tape.find("pairs.score")).label.cols.labels) {
    const std::size_t dash = pair.find(" – ");
    ++used[pair.substr(0, dash)];
    ++used[pair.substr(dash + std::string(" – ").size())];
  }
  for (const auto& [word, times] : used) EXPECT_EQ(times, 1) << word;
  EXPECT_GE(used.size(), 4u);
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
  // Along and the pairs have the notes of the other pictures too.
  // Not a function word, nor a sign.
  EXPECT_TRUE(told("Neighbours: the vectors have no “zebra”, so the word is “nurse”"));
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
  ASSERT_TRUE(record.printed_words.value && record.printed_pairs.value);
  EXPECT_EQ(run->tape.node(record.printed_words.value).label.cols.labels,
            (std::vector<std::string>{"nurse", "architect"}));
  EXPECT_EQ(run->tape.node(record.printed_pairs.value).label.cols.labels,
            (std::vector<std::string>{"nurse – surgeon", "interior designer – architect"}));
  EXPECT_NEAR(run->tape.value(record.printed_pairs.value)(0, 0), 1, 1e-6);
  EXPECT_NEAR(run->tape.value(record.printed_pairs.value)(0, 1), 2 / std::sqrt(5.0), 1e-6);
}

// Of another language: the direction is one between two of its own words until others are typed.
TEST(BiasModel, VectorsWithoutTheWordsOpenWithTheirOwn) {
  Inputs other = inputs();
  other.resources.set(slots::vectors, vectors({{",", {2, 1}},
                                               {"the", {1, 2}},
                                               {"tea", {1, 0}},
                                               {"...", {2, 3}},
                                               {"cup", {0, 1}},
                                               {"pot", {1, 1}}}));
  for (const char* direction : {"one pair", "ten pairs"}) {
    other.options["direction"] = std::string(direction);
    const RunPtr run = glassformer::run(other);
    EXPECT_EQ(std::ranges::count_if(run->notes,
                                    [](const std::string& note) {
                                      return note.starts_with("two different words are needed");
                                    }),
              1)
        << "said once, though it holds of the pair to equalise as well";
    EXPECT_EQ(run->tokens[0], (std::vector<std::string>{"tea", "cup"}))
        << "content words, no signs";
    std::string notes;
    for (const std::string& note : run->notes) notes += note + "\n";
    EXPECT_NE(notes.find("taken instead are “tea” and “cup”"), std::string::npos) << notes;
    EXPECT_NE(notes.find("Neutralise: the vectors have no “nurse”"), std::string::npos) << notes;
    EXPECT_EQ(run->tape.shape(run->tape.find("words.projection")).cols, 6);
  }
  other.resources.set(slots::vectors, vectors({{"tea", {1, 0}}}));
  EXPECT_THROW(glassformer::run(other), UserError);
}

// Of real words, along what ten pairs have in common.
Inputs real_words(double farthest = 0) {
  Inputs made;
  made.scene = "bias";
  made.options["word_set"] = std::string("real words");
  made.options["direction"] = std::string("ten pairs");
  made.options["farthest"] = farthest;
  return made;
}

TEST(BiasModel, TakesTheMeanOfThePairsThatAreKnown) {
  Inputs other = inputs();
  other.options["direction"] = std::string("ten pairs");
  const RunPtr run = glassformer::run(other);
  const Tape& tape = run->tape;
  // she − he is (1, 0, 0); woman − man, each of length 1 first:
  const double w = std::sqrt(5.25), m = std::sqrt(3.0);
  std::array<double, 3> step{2 / w + 1 / m, 1 / w - 1 / m, 0.5 / w - 1 / m};
  const double length = std::sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
  std::array<double, 3> mean{1 + step[0] / length, step[1] / length, step[2] / length};
  const double whole = std::sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  const Mat& g = tape.value(tape.find("axis.g"));
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(g(0, d), mean[static_cast<std::size_t>(d)] / whole, 1e-5);
  const Var agreement = tape.find("axis.agreement");
  EXPECT_EQ(tape.node(agreement).label.rows.labels.words(),
            (std::vector<std::string>{"she – he", "woman – man"}));
  EXPECT_NEAR(tape.value(agreement)(0, 0), mean[0] / whole, 1e-5);
}

TEST(BiasModel, SaysWhatOfThePrintLiesAsPrinted) {
  const RunPtr run = glassformer::run(real_words());
  const Tape& tape = run->tape;
  const Mat &value = tape.value(tape.find("printed.words.projection")),
            &agrees = tape.value(tape.find("printed.words.agrees"));
  const Axis& words = tape.node(tape.find("printed.words.projection")).label.cols;
  // As the lecture lists them; the others of its list lie on the side of "he".
  const std::set<std::string> printed_to_she{"nurse", "receptionist", "librarian", "hairdresser"};
  double right = 0;
  for (int j = 0; j < value.cols(); ++j) {
    const bool to_she = printed_to_she.contains(axis_label(words, j));
    EXPECT_EQ(agrees(0, j) == 1, (value(0, j) > 0) == to_she) << axis_label(words, j);
    right += agrees(0, j);
  }
  EXPECT_NEAR(tape.value(tape.find("printed.words.share"))(0, 0), right / value.cols(), 1e-6);
}

// Against all words, one by one.
TEST(BiasModel, NeighboursAfterNeutralisingAreTheNearestOfAllNeutralisedWords) {
  const RunPtr run = glassformer::run(real_words());
  const Tape& tape = run->tape;
  const WordVectorsPtr all = real_vectors();
  const Mat& g = tape.value(tape.find("axis.g"));
  const std::set<std::string> kept{
      "she",      "he",  "her",    "his",    "woman", "man", "mary", "john", "herself", "himself",
      "daughter", "son", "mother", "father", "gal",   "guy", "girl", "boy",  "female",  "male"};
  const auto moved = [&](int id) {
    const auto row = all->vectors[static_cast<std::size_t>(id)];
    std::vector<double> made(row.begin(), row.end());
    const auto scale = [&] {
      double square = 0;
      for (const double cell : made) square += cell * cell;
      for (double& cell : made) cell /= std::sqrt(square);
    };
    scale();
    if (kept.contains(std::string(all->words[static_cast<std::size_t>(id)]))) return made;
    double along = 0;
    for (int d = 0; d < g.cols(); ++d) along += made[static_cast<std::size_t>(d)] * g(0, d);
    for (int d = 0; d < g.cols(); ++d) made[static_cast<std::size_t>(d)] -= along * g(0, d);
    scale();
    return made;
  };
  const int nurse = all->words.find("nurse");
  const std::vector<double> from = moved(nurse);
  std::multimap<double, std::string, std::greater<>> near;
  for (std::size_t i = 0; i < all->words.size(); ++i) {
    if (static_cast<int>(i) == nurse) continue;
    const std::vector<double> to = moved(static_cast<int>(i));
    double product = 0;
    for (std::size_t d = 0; d < to.size(); ++d) product += from[d] * to[d];
    near.emplace(product, std::string(all->words[i]));
  }
  const Var after = tape.find("moved.after.cosine");
  auto expected = near.begin();
  for (int k = 0; k < tape.shape(after).cols; ++k, ++expected) {
    EXPECT_EQ(axis_label(tape.node(after).label.cols, k), expected->second);
    EXPECT_NEAR(tape.value(after)(0, k), expected->first, 1e-4);
  }
}

TEST(BiasModel, WordsThatLieFarthestAreToldApartAfterwardsToo) {
  EXPECT_FALSE(glassformer::run(real_words())->tape.find("clusters.after.map")) << "not asked for";
  const RunPtr run = glassformer::run(real_words(200));
  const Tape& tape = run->tape;
  const auto share = [&](const char* path) {
    return static_cast<double>(tape.value(tape.find(path))(0, 0));
  };
  EXPECT_EQ(tape.shape(tape.find("clusters.after.map")).rows, 400);
  EXPECT_EQ(tape.shape(tape.find("clusters.after.classifier.right")).rows, 200);
  EXPECT_GT(share("clusters.before.parts.share"), 0.98);
  EXPECT_GT(share("clusters.after.parts.share"), 0.7);
  EXPECT_LT(share("clusters.after.parts.share"), share("clusters.before.parts.share"));
  EXPECT_GT(share("clusters.after.classifier.share"), 0.7);
  for (const Real cell : tape.value(tape.find("clusters.control.share")).cells()) {
    EXPECT_GE(cell, 0.5);
    EXPECT_LE(cell, 1);
  }
  EXPECT_EQ(share("clusters.after.parts.share"),
            static_cast<double>(glassformer::run(real_words(200))
                                    ->tape.value(tape.find("clusters.after.parts.share"))(0, 0)));
}

TEST(BiasModel, APlaceIsThatAmongAllNeighbours) {
  const RunPtr run = glassformer::run(real_words());
  const Tape& tape = run->tape;
  const WordVectorsPtr all = real_vectors();
  const int good = all->words.find("good"), bad = all->words.find("bad");
  int place = 1;
  for (const Scored& one : neighbours(all->vectors, all->vectors[static_cast<std::size_t>(good)],
                                      1000, Nearness::cosine, std::vector<int>{good})) {
    if (one.id == bad) break;
    ++place;
  }
  const Axis& pairs = tape.node(tape.find("opposites.place")).label.rows;
  for (int i = 0; i < tape.shape(tape.find("opposites.place")).rows; ++i) {
    if (axis_label(pairs, i) != "good – bad") continue;
    EXPECT_EQ(tape.value(tape.find("opposites.place"))(i, 0), place);
  }
}

}  // namespace
}  // namespace glassformer
