#include <gtest/gtest.h>

#include <algorithm>

#include "core/tensor/error.h"
#include "naive.h"

// The figures A1 to A4 of the lectures and what a user can do to them. The literal numbers are the
// lecture's, or were worked out apart from this program.
namespace glassformer {
namespace {

using naive::apart;
using naive::grid;
using naive::Grid;
using naive::leaf;

Inputs by_hand() {
  Inputs in;
  in.scene = "attention";
  in.options["scale"] = 0.0;
  in.given = {{"x", leaf({{1, 0, 1, 0}, {0, 2, 0, 2}, {1, 1, 1, 1}})},
              {"wq", leaf({{1, 0, 1}, {1, 0, 0}, {0, 0, 1}, {0, 1, 1}})},
              {"wk", leaf({{0, 0, 1}, {1, 1, 0}, {0, 1, 0}, {1, 1, 0}})},
              {"wv", leaf({{0, 2, 0}, {0, 3, 0}, {1, 0, 3}, {1, 1, 0}})}};
  return in;
}

Inputs thinking_machines() {
  Inputs in;
  in.scene = "attention";
  in.options["d_k"] = 64.0;
  in.given = {{"scores", leaf({{112, 96}})}};
  in.tokens = {{{"Thinking", "Machines"}, {"Thinking"}}};
  return in;
}

Inputs robot() {
  Inputs in;
  in.scene = "attention";
  in.options = {{"d_k", 16.0}, {"mask", std::string("causal")}};
  in.given = {{"scores", leaf({{.11, .00, .81, .79},
                               {.19, .50, .30, .48},
                               {.53, .98, .95, .14},
                               {.81, .86, .38, .90}})}};
  in.tokens[0] = {"robot", "must", "obey", "orders"};
  return in;
}

std::string error_of(const Inputs& in) {
  try {
    run(in);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(AttentionModel, A1SelfAttentionByHand) {
  const RunPtr made = run(by_hand());
  EXPECT_EQ(apart(*made, "k", {{0, 1, 1}, {4, 4, 0}, {2, 3, 1}}), 0);
  EXPECT_EQ(apart(*made, "v", {{1, 2, 3}, {2, 8, 0}, {2, 6, 3}}), 0);
  EXPECT_EQ(apart(*made, "q", {{1, 0, 2}, {2, 2, 2}, {2, 1, 3}}), 0);
  const Grid scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
  for (const char* path : {"scores", "scaled", "masked"}) EXPECT_EQ(apart(*made, path, scores), 0);
  EXPECT_EQ(apart(*made, "mask", Grid(3, {1, 1, 1})), 0);
  EXPECT_LT(apart(*made, "weights",
                  {{.0634, .4683, .4683}, {.0000, .9820, .0180}, {.0003, .8805, .1192}}),
            5e-5);
  EXPECT_LT(apart(*made, "output",
                  {{1.9366, 6.6831, 1.5951}, {2.0000, 7.9640, .0540}, {1.9997, 7.7599, .3584}}),
            1e-4);
  const Grid weights = naive::softmax(scores);
  EXPECT_LT(apart(*made, "weights", weights), 1e-6);
  EXPECT_LT(apart(*made, "output", naive::product(weights, grid(*made, "v"))), 1e-6);
}

// The lecture's outputs are those of its rounded weights.
TEST(AttentionModel, A1PrintedOutputsFollowFromRoundedWeights) {
  Inputs in;
  in.scene = "attention";
  in.given = {{"weights", leaf({{0, .5, .5}, {0, 1, 0}, {0, .9, .1}})},
              {"v", leaf({{1, 2, 3}, {2, 8, 0}, {2, 6, 3}})}};
  EXPECT_LT(apart(*run(in), "output", {{2, 7, 1.5}, {2, 8, 0}, {2, 7.8, .3}}), 1e-6);
}

TEST(AttentionModel, A1NamesEveryMatrixInTheOrderOfTheEquation) {
  const std::vector<std::string> names{"x",      "wq",      "wk",     "wv",     "q",
                                       "k",      "v",       "scores", "scaled", "mask",
                                       "masked", "weights", "output"};
  EXPECT_EQ(run(by_hand())->tape.paths(), names);
}

TEST(AttentionModel, A2ThinkingMachines) {
  Inputs in = thinking_machines();
  const RunPtr scaled = run(in);
  EXPECT_EQ(apart(*scaled, "scaled", {{14, 12}}), 0);
  EXPECT_LT(apart(*scaled, "weights", {{.8808, .1192}}), 5e-5);
  EXPECT_LT(apart(*scaled, "weights", naive::softmax({{14, 12}})), 1e-6);
  in.options["scale"] = 0.0;
  const RunPtr unscaled = run(in);
  EXPECT_LT(apart(*unscaled, "weights", {{.99999989, .00000011}}), 6e-8);
}

TEST(AttentionModel, A3MaskedScoresNeedTheFactorOfAQuarter) {
  Inputs in = robot();
  const Grid printed{{1, 0, 0, 0}, {.48, .52, 0, 0}, {.31, .35, .34, 0}, {.25, .26, .23, .26}};
  EXPECT_LT(apart(*run(in), "weights", printed), .005);

  in.options["d_k"] = 1.0;
  const RunPtr unscaled = run(in);
  EXPECT_LT(apart(*unscaled, "weights",
                  {{1, 0, 0, 0}, {.42, .58, 0, 0}, {.24, .38, .37, 0}, {.26, .28, .17, .29}}),
            .005);
  EXPECT_GT(apart(*unscaled, "weights", printed), .05);

  const double hidden = -std::numeric_limits<double>::infinity();
  EXPECT_LT(apart(*unscaled, "masked",
                  {{.11, hidden, hidden, hidden},
                   {.19, .50, hidden, hidden},
                   {.53, .98, .95, hidden},
                   {.81, .86, .38, .90}}),
            1e-6);
}

TEST(AttentionModel, A4GivenWeightsAreUsedAsTheyStand) {
  Inputs in;
  in.scene = "attention";
  in.given["weights"] = leaf({{.001, .3, .5, .002, .001, .0003, .005, .002, .19}});
  Mat ones(9, 1, 1);
  in.given["v"] = std::make_shared<const Leaf>(ones);
  EXPECT_NEAR(grid(*run(in), "output")[0][0], 1.0013, 1e-6);
}

TEST(AttentionModel, AnEditChangesAllThatFollows) {
  Inputs in = by_hand();
  in.edits["x"] = {{0, 1, 5}};
  const RunPtr made = run(in);
  const Grid x{{1, 5, 1, 0}, {0, 2, 0, 2}, {1, 1, 1, 1}};
  EXPECT_EQ(apart(*made, "x", x), 0);
  const Grid q = naive::product(x, grid(*made, "wq"));
  const Grid k = naive::product(x, grid(*made, "wk"));
  const Grid v = naive::product(x, grid(*made, "wv"));
  EXPECT_EQ(apart(*made, "q", q), 0);
  EXPECT_EQ(apart(*made, "k", k), 0);
  const Grid scores = naive::product(q, naive::turned(k));
  EXPECT_EQ(apart(*made, "scores", scores), 0);
  const Grid weights = naive::softmax(scores);
  EXPECT_LT(apart(*made, "weights", weights), 1e-6);
  EXPECT_LT(apart(*made, "output", naive::product(weights, v)), 1e-5);
  EXPECT_EQ(in.given["x"]->value(0, 1), 0) << "the given matrix is shared and must not change";
}

TEST(AttentionModel, AnEditAnywhereHoldsFromThereOn) {
  for (const char* path : {"wq", "wk", "wv", "q", "k", "v", "scores", "scaled", "masked"}) {
    Inputs in = by_hand();
    in.edits[path] = {{1, 1, 1.25}};
    const RunPtr made = run(in);
    EXPECT_EQ(grid(*made, path)[1][1], 1.25) << path;
    EXPECT_GT(apart(grid(*made, "output"), grid(*run(by_hand()), "output")), 1e-4) << path;
  }
  Inputs in = by_hand();
  in.edits["weights"] = {{0, 0, 1}};
  EXPECT_NEAR(grid(*run(in), "output")[0][0], 1 + .4683 * 2 + .4683 * 2, 1e-3);
}

TEST(AttentionModel, MasksHideWhatTheySay) {
  Inputs in = by_hand();
  const auto mask = [&](const char* kind) {
    in.options["mask"] = std::string(kind);
    return grid(*run(in), "mask");
  };
  EXPECT_EQ(mask("none"), Grid({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(mask("causal"), Grid({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
  EXPECT_EQ(mask("padding"), Grid({{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}));
  EXPECT_EQ(mask("window"), Grid({{1, 1, 0}, {1, 1, 1}, {0, 1, 1}}));
  in.options["window"] = 0.0;
  EXPECT_EQ(mask("window"), Grid({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  in.options["padding"] = 2.0;
  const RunPtr made = [&] {
    in.options["mask"] = std::string("padding");
    return run(in);
  }();
  EXPECT_EQ(grid(*made, "weights"), Grid(3, {1, 0, 0}));
}

TEST(AttentionModel, AFullyMaskedRowIsZeroAndNotNan) {
  Inputs in = by_hand();
  in.options["mask"] = std::string("padding");
  in.options["padding"] = 3.0;
  EXPECT_EQ(grid(*run(in), "weights"), Grid(3, {0, 0, 0}));
  EXPECT_EQ(grid(*run(in), "output"), Grid(3, {0, 0, 0}));

  Inputs clicked = by_hand();
  clicked.edits["mask"] = {{1, 0, 0}, {1, 1, 0}, {1, 2, 0}};
  const RunPtr made = run(clicked);
  EXPECT_EQ(grid(*made, "weights")[1], (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(grid(*made, "output")[1], (std::vector<double>{0, 0, 0}));
  EXPECT_LT(apart({grid(*made, "weights")[0]}, naive::softmax({{2, 4, 4}})), 1e-6);
}

TEST(AttentionModel, TemperatureDividesTheScores) {
  Inputs in = by_hand();
  in.options["temperature"] = 4.0;
  const RunPtr made = run(in);
  EXPECT_EQ(grid(*made, "scaled"), Grid({{.5, 1, 1}, {1, 4, 3}, {1, 3, 2.5}}));
  in.options["scale"] = 1.0;
  EXPECT_LT(apart(grid(*run(in), "scaled"),
                  naive::times(grid(*made, "scores"), 1 / (4 * std::sqrt(3.0)))),
            1e-6);
}

TEST(AttentionModel, TheKeysOwnWidthIsTheDefaultDk) {
  Inputs in = by_hand();
  in.options["scale"] = 1.0;
  const RunPtr made = run(in);
  EXPECT_LT(apart(grid(*made, "scaled"), naive::times(grid(*made, "scores"), 1 / std::sqrt(3.0))),
            1e-5);
}

TEST(AttentionModel, StartsFromQueriesKeysAndValues) {
  Inputs in;
  in.scene = "attention";
  in.given = {{"q", leaf({{1, 0}, {0, 1}, {1, 1}})}, {"k", leaf({{1, 2}, {3, 4}})}};
  in.tokens = {{{"a", "b"}, {"x", "y", "z"}}};
  const RunPtr without = run(in);
  EXPECT_EQ(grid(*without, "scores"), Grid({{1, 3}, {2, 4}, {3, 7}}));
  EXPECT_EQ(without->output, without->tape.find("weights"));
  in.given["v"] = leaf({{1, 0, 0}, {0, 1, 0}});
  const RunPtr made = run(in);
  EXPECT_EQ(made->tape.shape(made->output), (Shape{3, 3}));
  const Label& label = made->tape.node(made->tape.find("scores")).label;
  EXPECT_EQ(label.rows.labels, in.tokens[1]);
  EXPECT_EQ(label.cols.labels, in.tokens[0]);
  EXPECT_EQ(label.rows.sequence, 1);
  EXPECT_EQ(label.cols.sequence, 0);
}

TEST(AttentionModel, ATypedSentenceTakesThePlaceOfX) {
  Inputs in = by_hand();
  in.text[0] = "to be or not to be";
  const RunPtr made = run(in);
  EXPECT_EQ(made->tape.shape(made->tape.find("x")), (Shape{6, 4}));
  const Grid x = grid(*made, "x");
  EXPECT_EQ(x[0], x[4]) << "equal words have equal vectors";
  EXPECT_EQ(x[1], x[5]);
  EXPECT_NE(x[0], x[1]);
  ASSERT_EQ(made->notes.size(), 1u);
  EXPECT_TRUE(says(made->notes[0], "random (seed 7), not trained")) << made->notes[0];
}

TEST(AttentionModel, ATypedSentenceRenamesTheWordsOfGivenScores) {
  Inputs in = thinking_machines();
  in.text[0] = "deep learning";
  const RunPtr made = run(in);
  const Label& label = made->tape.node(made->tape.find("weights")).label;
  EXPECT_EQ(label.cols.labels, (std::vector<std::string>{"deep", "learning"}));
  EXPECT_TRUE(label.rows.labels.empty()) << "Thinking is no longer the query";
  ASSERT_EQ(made->notes.size(), 1u);
  EXPECT_TRUE(says(made->notes[0], "Only the words are yours")) << made->notes[0];
  EXPECT_TRUE(run(thinking_machines())->notes.empty());
  in.text[0] = "one two three";
  EXPECT_TRUE(says(error_of(in), "gives its numbers, for 2 words; the sentence has 3 words"))
      << error_of(in);
  EXPECT_TRUE(says(error_of(in), "Type a sentence of 2 words")) << error_of(in);
}

TEST(AttentionModel, EqualInputsGiveEqualRuns) {
  Inputs in;
  in.scene = "attention";
  in.text[0] = "the same words";
  const RunPtr a = run(in), b = run(in);
  ASSERT_EQ(a->tape.paths(), b->tape.paths());
  for (const std::string& path : a->tape.paths()) {
    EXPECT_EQ(a->tape.value(a->tape.find(path)), b->tape.value(b->tape.find(path))) << path;
  }
  in.options["seed"] = 8.0;
  EXPECT_GT(apart(grid(*run(in), "output"), grid(*a, "output")), 1e-3);
}

TEST(AttentionModel, OneTokenAttendsToItself) {
  Inputs in;
  in.scene = "attention";
  in.text[0] = "alone";
  const RunPtr made = run(in);
  EXPECT_EQ(grid(*made, "weights"), Grid({{1}}));
  EXPECT_EQ(apart(grid(*made, "output"), grid(*made, "v")), 0);
}

TEST(AttentionModel, TheSiteHoldsTheNamedMatrices) {
  const RunPtr made = run(by_hand());
  ASSERT_EQ(made->sites.size(), 1u);
  const AttentionSite& site = made->sites[0];
  EXPECT_EQ(site.name, "");
  EXPECT_EQ(site.q, made->tape.find("q"));
  EXPECT_EQ(site.k, made->tape.find("k"));
  EXPECT_EQ(site.v, made->tape.find("v"));
  EXPECT_EQ(site.scores, made->tape.find("scores"));
  EXPECT_EQ(site.mask, made->tape.find("mask"));
  EXPECT_EQ(site.weights, made->tape.find("weights"));
  EXPECT_EQ(site.context, made->tape.find("output"));
}

TEST(AttentionModel, EveryCellExplainsItself) {
  Inputs in = by_hand();
  in.options = {{"mask", std::string("causal")}, {"temperature", 2.0}};
  const RunPtr made = run(in);
  for (const std::string& path : made->tape.paths()) {
    const Var var = made->tape.find(path);
    const Shape shape = made->tape.shape(var);
    for (int r = 0; r < shape.rows; ++r) {
      for (int c = 0; c < shape.cols; ++c) {
        const Explanation why = made->tape.explain(var, r, c);
        const double value = made->tape.value(var)(r, c);
        if (std::isinf(value)) {
          EXPECT_EQ(evaluate(why), value) << path << " " << r << " " << c;
        } else {
          EXPECT_NEAR(evaluate(why), value, 1e-5) << path << " " << r << " " << c;
        }
      }
    }
  }
}

TEST(AttentionModel, ErrorsNameTheOptionItsRangeAndTheModel) {
  Inputs in = by_hand();
  in.options["temperature"] = 0.0;
  EXPECT_EQ(error_of(in),
            "attention: temperature = 0 cannot be: it must be a number from 0.05 to 20");
  in = by_hand();
  in.options["d_k"] = 1.5;
  EXPECT_TRUE(says(error_of(in), "d_k = 1.5 cannot be: it must be a whole number from 0 to 4096"));
  in = by_hand();
  in.options["mask"] = std::string("diagonal");
  EXPECT_TRUE(says(error_of(in), "must be one of none, causal, padding, window")) << error_of(in);
  in = by_hand();
  in.options["mask"] = 1.0;
  EXPECT_TRUE(says(error_of(in), "must be one of none, causal, padding, window")) << error_of(in);
  in = by_hand();
  in.options["seed"] = std::string("seven");
  EXPECT_TRUE(says(error_of(in), "must be a number")) << error_of(in);
  in = by_hand();
  in.options["scale"] = 2.0;
  EXPECT_TRUE(says(error_of(in), "switch")) << error_of(in);
  in = by_hand();
  in.options["window"] = std::nan("");
  EXPECT_TRUE(says(error_of(in), "window")) << error_of(in);
  in = by_hand();
  in.options["colour"] = 1.0;
  EXPECT_TRUE(says(error_of(in), "there is no option \"colour\"")) << error_of(in);
  in.scene = "attentoin";
  EXPECT_TRUE(says(error_of(in), "there is no model \"attentoin\"")) << error_of(in);
}

TEST(AttentionModel, ErrorsNameTheMatrixThatDoesNotFit) {
  Inputs in = by_hand();
  in.given["wk"] = leaf({{1, 2, 3}});
  EXPECT_EQ(error_of(in),
            "attention: the given wk is 1 × 3, but it must be 4 × 3: a row of the keys' sentence "
            "has 4 numbers, and the queries have 3");
  in = by_hand();
  in.given["scores"] = leaf({{1}});
  EXPECT_TRUE(says(error_of(in), "with scores given")) << error_of(in);
  in = by_hand();
  in.given["w"] = leaf({{1}});
  EXPECT_TRUE(says(error_of(in), "\"w\" cannot be given")) << error_of(in);
  in = by_hand();
  in.tokens[0] = {"only", "two"};
  EXPECT_TRUE(says(error_of(in), "3 rows of x but 2 words (only two)")) << error_of(in);
  in = by_hand();
  in.edits["score"] = {{0, 0, 1}};
  EXPECT_TRUE(says(error_of(in), "no matrix is named \"score\"")) << error_of(in);
  in = by_hand();
  in.edits["scores"] = {{3, 0, 1}};
  EXPECT_TRUE(says(error_of(in), "scores is 3 × 3: it has no cell at row 3")) << error_of(in);
  in = by_hand();
  in.given = {{"q", leaf({{1}})}};
  EXPECT_TRUE(says(error_of(in), "q is given without k")) << error_of(in);
  in = by_hand();
  in.given.clear();
  EXPECT_TRUE(says(error_of(in), "the sentence is empty")) << error_of(in);
  in = by_hand();
  in.text[1] = "a second sentence";
  EXPECT_TRUE(says(error_of(in), "sentence 2 must be left out")) << error_of(in);
}

}  // namespace
}  // namespace glassformer
