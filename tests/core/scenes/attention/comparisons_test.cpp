#include <gtest/gtest.h>

#include <algorithm>

#include "core/tensor/error.h"
#include "naive.h"

// The figures A5, A6 and A7 and the permutation: models that hold several ways side by side.
namespace glassformer {
namespace {

using naive::apart;
using naive::grid;
using naive::Grid;
using naive::leaf;

std::string error_of(const Inputs& in) {
  try {
    run(in);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

// --- A5: weather stations

Inputs stations(double x = 4, double y = 2) {
  Inputs in;
  in.scene = "weather-stations";
  in.given = {{"query", leaf({{x, y}})},
              {"keys", leaf({{1, 1}, {2, 4}, {4, 3}, {6, 5}, {5, 1}, {8, 4}})},
              {"values", leaf({{16, 80}, {15, 82}, {19, 55}, {14, 75}, {17, 70}, {9, 60}})}};
  return in;
}

TEST(WeatherStations, A5EqualsTheNaiveLoops) {
  const RunPtr made = run(stations());
  const Grid keys = grid(*made, "keys"), values = grid(*made, "values");
  Grid distance(1), inverse(1), gaussian(1);
  double total = 0;
  for (const auto& key : keys) {
    const double d = std::hypot(4 - key[0], 2 - key[1]);
    distance[0].push_back(d);
    inverse[0].push_back(1 / d);
    gaussian[0].push_back(-d * d / (2 * 1.5 * 1.5));
    total += 1 / d;
  }
  EXPECT_LT(apart(*made, "distance", distance), 1e-6);
  const auto holds = [&](const std::string& scope, const Grid& scores, const Grid& weights) {
    EXPECT_LT(apart(*made, scope + ".scores", scores), 1e-5) << scope;
    EXPECT_LT(apart(*made, scope + ".weights", weights), 1e-6) << scope;
    EXPECT_LT(apart(*made, scope + ".output", naive::product(weights, values)), 1e-4) << scope;
  };
  holds("inverse", inverse, naive::times(inverse, 1 / total));
  holds("softmax", inverse, naive::softmax(inverse));
  holds("gaussian", gaussian, naive::softmax(gaussian));
}

TEST(WeatherStations, A5AtAStationTheWeightIsItsLimitAndNothingIsNan) {
  const RunPtr made = run(stations(4, 3));
  EXPECT_EQ(grid(*made, "distance")[0][2], 0);
  EXPECT_TRUE(std::isinf(grid(*made, "inverse.scores")[0][2]));
  for (const std::string scope : {"inverse", "softmax"}) {
    EXPECT_EQ(grid(*made, scope + ".weights"), Grid({{0, 0, 1, 0, 0, 0}})) << scope;
    EXPECT_EQ(grid(*made, scope + ".output"), Grid({{19, 55}})) << scope;
  }
  EXPECT_NEAR(grid(*made, "gaussian.weights")[0][2], .5247, 5e-5);
  for (const std::string& path : made->tape.paths()) {
    for (const auto& row : grid(*made, path)) {
      for (const double cell : row) EXPECT_FALSE(std::isnan(cell)) << path;
    }
  }
}

TEST(WeatherStations, TwoStationsInOnePlaceShare) {
  Inputs in = stations(1, 1);
  in.edits["keys"] = {{1, 0, 1}, {1, 1, 1}};
  EXPECT_EQ(grid(*run(in), "inverse.weights"), Grid({{.5, .5, 0, 0, 0, 0}}));
  EXPECT_EQ(grid(*run(in), "softmax.output"), Grid({{15.5, 81}}));
}

TEST(WeatherStations, DraggingTheQueryIsAnEdit) {
  Inputs in = stations();
  in.edits["query"] = {{0, 0, 4}, {0, 1, 3}};
  EXPECT_EQ(grid(*run(in), "inverse.output"), Grid({{19, 55}}));
  in.edits["query"] = {{0, 0, 4}, {0, 1, 3.0001}};
  EXPECT_GT(grid(*run(in), "inverse.weights")[0][2], .999) << "the limit is approached";
}

TEST(WeatherStations, HasThreeSitesAndChecksItsMap) {
  const RunPtr made = run(stations());
  ASSERT_EQ(made->sites.size(), 3u);
  EXPECT_EQ(made->sites[2].name, "gaussian");
  EXPECT_EQ(made->sites[2].context, made->tape.find("gaussian.output"));
  Inputs in = stations();
  in.given["query"] = leaf({{1, 2, 3}});
  EXPECT_NE(error_of(in).find("the given query is 1 × 3, but it must be 1 × 2"), std::string::npos);
  in = stations();
  in.tokens[0] = {"one"};
  EXPECT_NE(error_of(in).find("6 stations but 1 word (one)"), std::string::npos) << error_of(in);
  in = stations();
  in.options["sigma"] = 0.0;
  EXPECT_NE(error_of(in).find("sigma = 0 cannot be: it must be a number from 0.05 to 100"),
            std::string::npos);
  in = {};
  in.scene = "weather-stations";
  EXPECT_NE(run(in)->notes[0].find("random (seed 7)"), std::string::npos);
}

// --- A6: loop and matrix

Inputs translation(const char* source, const char* target, double d_model) {
  Inputs in;
  in.scene = "loop-and-matrix";
  in.text = {source, target};
  in.options["d_model"] = d_model;
  return in;
}

TEST(LoopAndMatrix, A6BothGiveTheSameOutput) {
  for (const double d_model : {1.0, 4.0, 64.0}) {
    for (const char* target : {"", "das", "das Tier war zu müde um die Straße zu überqueren"}) {
      const RunPtr made = run(translation("the animal was too tired", target, d_model));
      EXPECT_LT(apart(grid(*made, "output"), grid(*made, "loop.output")), 1e-6);
      for (const auto& row : grid(*made, "difference")) {
        for (const double cell : row) EXPECT_NEAR(cell, 0, 1e-6);
      }
    }
  }
}

TEST(LoopAndMatrix, A6TheOneLinerInNaiveLoops) {
  const RunPtr made = run(translation("the animal was too tired", "das Tier", 4));
  const Grid q = naive::product(grid(*made, "y"), grid(*made, "wq"));
  const Grid k = naive::product(grid(*made, "x"), grid(*made, "wk"));
  const Grid v = naive::product(grid(*made, "x"), grid(*made, "wv"));
  const Grid weights =
      naive::softmax(naive::times(naive::product(q, naive::turned(k)), 1 / std::sqrt(4.0)));
  EXPECT_LT(apart(*made, "weights", weights), 1e-6);
  EXPECT_LT(apart(*made, "output", naive::product(weights, v)), 2e-6);
  EXPECT_LT(apart(*made, "loop.2.weights", {weights[1]}), 1e-6);
  EXPECT_FALSE(made->tape.find("loop.3.q"));
}

TEST(LoopAndMatrix, A6MemoryGrowsWithBothLengths) {
  const RunPtr made = run(translation("the animal was too tired", "das Tier", 4));
  const Grid bytes = grid(*made, "memory.bytes");
  EXPECT_EQ(bytes[0][0], 2 * 2 * 5 * 4);
  EXPECT_EQ(bytes[3][0], 2. * 500 * 500 * 4);
  EXPECT_EQ(bytes[7][0], 2. * 100000 * 100000 * 4);
  const std::size_t real = (made->tape.value(made->tape.find("scaled")).size() +
                            made->tape.value(made->tape.find("weights")).size()) *
                           sizeof(float);
  EXPECT_EQ(bytes[0][0], static_cast<double>(real));
  EXPECT_NE(made->notes[0].find("= 80 bytes"), std::string::npos) << made->notes[0];
  Inputs in = translation("a b", "c", 4);
  in.edits["memory.lengths"] = {{1, 0, 2048}, {1, 1, 1024}};
  EXPECT_EQ(grid(*run(in), "memory.bytes")[1][0], 8. * 2048 * 1024);
}

TEST(LoopAndMatrix, AnEditOfAWeightReachesBothForms) {
  Inputs in = translation("the animal", "das Tier", 4);
  const Grid before = grid(*run(in), "loop.output");
  in.edits["wv"] = {{0, 0, 4}};
  const RunPtr made = run(in);
  EXPECT_NE(grid(*made, "loop.output"), before);
  EXPECT_LT(apart(grid(*made, "output"), grid(*made, "loop.output")), 1e-6);
}

// --- A7: score functions

Inputs scores() {
  Inputs in;
  in.scene = "score-functions";
  in.given = {{"query", leaf({{1, 2, 0}})},
              {"keys", leaf({{2, 4, 0}, {1, 1, 0}, {0, 0, 3}, {-1, -2, 0}})},
              {"values", leaf({{1, 0}, {0, 1}, {-1, 0}, {0, -1}})},
              {"bilinear.w", leaf({{0, 0, 1}, {0, 0, 1}, {0, 0, 0}})},
              {"additive.w", leaf({{1, 0}, {0, 1}, {0, 0}})},
              {"additive.u", leaf({{1, 0}, {0, -1}, {0, 1}})},
              {"additive.v", leaf({{1, 1}})}};
  return in;
}

const char* const six[] = {"dot", "scaled", "bilinear", "additive", "inverse-distance", "cosine"};

TEST(ScoreFunctions, A7EachByHand) {
  const RunPtr made = run(scores());
  EXPECT_EQ(grid(*made, "dot.scores"), Grid({{10, 3, 0, -5}}));
  EXPECT_LT(apart(*made, "scaled.scores", naive::times({{10, 3, 0, -5}}, 1 / std::sqrt(3.0))),
            1e-6);
  EXPECT_EQ(grid(*made, "bilinear.qw"), Grid({{0, 0, 3}}));
  EXPECT_EQ(grid(*made, "bilinear.scores"), Grid({{0, 0, 9, 0}}));
  const auto t = [](double a, double b) { return std::tanh(a) + std::tanh(b); };
  EXPECT_EQ(grid(*made, "additive.sum"), Grid({{3, -2}, {2, 1}, {1, 5}, {0, 4}}));
  EXPECT_LT(apart(*made, "additive.scores", {{t(3, -2), t(2, 1), t(1, 5), t(0, 4)}}), 1e-6);
  EXPECT_LT(apart(*made, "inverse-distance.scores",
                  {{1 / std::sqrt(5.0), 1, 1 / std::sqrt(14.0), 1 / std::sqrt(20.0)}}),
            1e-6);
  EXPECT_LT(apart(*made, "cosine.scores", {{1, 3 / std::sqrt(10.0), 0, -1}}), 1e-6);
}

TEST(ScoreFunctions, A7WeightsAndOutputsFollowFromTheScores) {
  const RunPtr made = run(scores());
  ASSERT_EQ(made->sites.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string scope = six[i];
    EXPECT_EQ(made->sites[i].name, scope);
    const Grid weights = naive::softmax(grid(*made, scope + ".scores"));
    EXPECT_LT(apart(*made, scope + ".weights", weights), 1e-6) << scope;
    EXPECT_LT(apart(*made, scope + ".output", naive::product(weights, grid(*made, "values"))), 1e-6)
        << scope;
  }
}

TEST(ScoreFunctions, AKeyEqualToTheQueryTakesAllUnderInverseDistance) {
  Inputs in = scores();
  in.edits["keys"] = {{1, 1, 2}};
  const RunPtr made = run(in);
  EXPECT_EQ(grid(*made, "inverse-distance.weights"), Grid({{0, 1, 0, 0}}));
  in.edits["keys"] = {{2, 2, 0}};
  EXPECT_EQ(grid(*run(in), "cosine.scores")[0][2], 0) << "a zero key has no direction";
}

TEST(ScoreFunctions, TheParametersMayBeDrawnAndMustFit) {
  Inputs in;
  in.scene = "score-functions";
  in.options["d_model"] = 5.0;
  const RunPtr made = run(in);
  EXPECT_EQ(made->tape.shape(made->tape.find("bilinear.w")), (Shape{5, 5}));
  EXPECT_EQ(made->tape.shape(made->tape.find("additive.v")), (Shape{1, 5}));
  in = scores();
  in.given["additive.u"] = leaf({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  EXPECT_NE(error_of(in).find("the given additive.u is 3 × 3, but it must be 3 × 2"),
            std::string::npos)
      << error_of(in);
}

// --- Permutation

Inputs words(const char* text, std::vector<int> order = {}) {
  Inputs in;
  in.scene = "permutation";
  in.text[0] = text;
  in.order = std::move(order);
  return in;
}

double largest(const Grid& g) {
  double max = 0;
  for (const auto& row : g) {
    for (const double cell : row) max = std::max(max, std::abs(cell));
  }
  return max;
}

TEST(Permutation, OutputsShuffleAlikeWithoutPositions) {
  for (std::vector<int> order : {std::vector<int>{}, {1, 2, 3, 4, 0}, {4, 1, 0, 3, 2}}) {
    Inputs in = words("the dog bites the man", order);
    const RunPtr made = run(in);
    EXPECT_LT(largest(grid(*made, "difference")), 1e-6);
    if (order.empty()) order = {4, 3, 2, 1, 0};
    const Grid output = grid(*made, "output"), shuffled = grid(*made, "shuffled.output");
    for (std::size_t i = 0; i < 5; ++i) {
      const auto from = static_cast<std::size_t>(order[i]);
      EXPECT_LT(apart({shuffled[i]}, {output[from]}), 1e-6);
      EXPECT_EQ(made->tokens[1][i], made->tokens[0][from]);
    }
  }
}

TEST(Permutation, PositionsAndACausalMaskBreakIt) {
  Inputs in = words("dog bites man");
  for (const char* way : {"encoding", "embedding"}) {
    in.order.clear();
    in.options["positions"] = std::string(way);
    EXPECT_GT(largest(grid(*run(in), "difference")), 1e-2) << way;
    in.order = {0, 1, 2};
    EXPECT_EQ(largest(grid(*run(in), "difference")), 0) << "nothing was moved";
  }
  in.order.clear();
  in.options = {{"mask", std::string("causal")}};
  EXPECT_GT(largest(grid(*run(in), "difference")), 1e-2);
}

TEST(Permutation, AnEmbeddingIsARowOfTheTable) {
  Inputs in = words("dog bites man");
  in.options["positions"] = std::string("embedding");
  in.edits["embedding.table"] = {{1, 2, 9}};
  const RunPtr made = run(in);
  EXPECT_EQ(grid(*made, "embedding.table").size(), 6U);
  EXPECT_EQ(grid(*made, "positions").size(), 3U);
  EXPECT_EQ(grid(*made, "positions")[1][2], 9);
  EXPECT_NEAR(grid(*made, "embedded")[1][2], grid(*made, "x")[1][2] + 9, 1e-6);
}

// Only a function goes on behind the end of the table.
TEST(Permutation, ATableEnds) {
  Inputs in = words("one two three four five six seven");
  in.options["positions"] = std::string("embedding");
  const RunPtr ended = run(in);
  EXPECT_FALSE(ended->tape.find("difference"));
  EXPECT_EQ(grid(*ended, "positions"), grid(*ended, "embedding.table"));
  ASSERT_FALSE(ended->notes.empty());
  EXPECT_NE(ended->notes[0].find("“seven” at position 7 has none to look up"), std::string::npos)
      << ended->notes[0];
  in.options["trained"] = 7.0;
  EXPECT_TRUE(run(in)->tape.find("difference"));
  in.options = {{"positions", std::string("encoding")}};
  EXPECT_TRUE(run(in)->tape.find("difference"));
}

TEST(Permutation, BothSidesShareTheirWeights) {
  Inputs in = words("dog bites man");
  in.edits["wq"] = {{0, 0, 3}};
  EXPECT_LT(largest(grid(*run(in), "difference")), 1e-5);
}

TEST(Permutation, AnOrderThatFitsNoSentenceIsSaidAndReversed) {
  const RunPtr made = run(words("dog bites man", {0, 1}));
  EXPECT_EQ(made->tokens[1], (std::vector<std::string>{"man", "bites", "dog"}));
  EXPECT_NE(made->notes[0].find("is none of 3 tokens"), std::string::npos) << made->notes[0];
  EXPECT_THROW(run(words("dog bites man", {0, 0, 2})), UserError) << "no order of any sentence";
}

// --- All of them

TEST(Models, EveryCellOfEveryModelExplainsItself) {
  std::vector<Inputs> all{stations(), stations(4, 3), translation("a b c", "d e", 4), scores(),
                          words("dog bites man")};
  all.push_back(words("dog bites man"));
  all.back().options["positions"] = std::string("embedding");
  for (const Inputs& in : all) {
    const RunPtr made = run(in);
    for (const std::string& path : made->tape.paths()) {
      const Var var = made->tape.find(path);
      const Shape shape = made->tape.shape(var);
      for (int r = 0; r < shape.rows; ++r) {
        for (int c = 0; c < shape.cols; ++c) {
          const Explanation why = made->tape.explain(var, r, c);
          const double value = made->tape.value(var)(r, c), again = evaluate(why);
          EXPECT_TRUE(value == again || std::abs(value - again) <= 1e-5 * (1 + std::abs(value)))
              << in.scene << " " << path << " " << r << " " << c << ": " << value << " " << again;
          for (const Term& term : why.terms) {
            for (const Cell& cell : term.factors) {
              EXPECT_TRUE(made->tape.node(cell.var).path != "" ||
                          made->tape.node(cell.var).inputs.size() == 1)
                  << in.scene << " " << path << " is made of a step that nobody can see";
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace glassformer
