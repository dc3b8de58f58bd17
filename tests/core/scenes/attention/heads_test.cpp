#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/tensor/error.h"
#include "naive.h"

namespace glassformer {
namespace {

using naive::apart;
using naive::grid;
using naive::Grid;

Inputs robot(double heads = 2, double d_model = 8) {
  Inputs in;
  in.scene = "multi-head";
  in.text[0] = "A robot must obey the orders given it";
  in.options = {{"heads", heads}, {"d_model", d_model}};
  return in;
}

Inputs two_sentences() {
  Inputs in;
  in.scene = "cross-attention";
  in.text = {"the animal was too tired", "das Tier war müde"};
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

// One head again: softmax(Y W^Q (X W^K)ᵀ / √d_k) X W^V, from the run's own inputs.
Grid head_output(const Run& run, const std::string& head, const Grid& y, const Grid& x,
                 const Grid& visible) {
  const Grid q = naive::product(y, grid(run, head + ".wq"));
  const Grid k = naive::product(x, grid(run, head + ".wk"));
  const Grid v = naive::product(x, grid(run, head + ".wv"));
  const double factor = 1 / std::sqrt(static_cast<double>(k[0].size()));
  const Grid scores = naive::times(naive::product(q, naive::turned(k)), factor);
  return naive::product(naive::softmax(scores, visible), v);
}

void expect_heads_are_right(const Run& run, const Grid& y, const Grid& x, int heads,
                            const Grid& visible) {
  Grid concat(y.size());
  for (int h = 1; h <= heads; ++h) {
    const std::string head = "head." + std::to_string(h);
    const Grid output = head_output(run, head, y, x, visible);
    EXPECT_LT(apart(run, head + ".output", output), 1e-5) << head;
    for (std::size_t r = 0; r < concat.size(); ++r) {
      concat[r].insert(concat[r].end(), output[r].begin(), output[r].end());
    }
  }
  EXPECT_LT(apart(run, "concat", concat), 1e-5);
  EXPECT_LT(apart(run, "output", naive::product(concat, grid(run, "wo"))), 1e-5);
}

TEST(MultiHeadModel, EqualsTheNaiveLoops) {
  for (const double heads : {1.0, 2.0, 4.0, 8.0}) {
    const RunPtr made = run(robot(heads));
    const Grid x = grid(*made, "x");
    expect_heads_are_right(*made, x, x, static_cast<int>(heads),
                           Grid(8, std::vector<double>(8, 1)));
  }
}

TEST(MultiHeadModel, NamesAndShapesOfEveryHead) {
  const RunPtr made = run(robot(4, 32));
  for (const char* name : {"wq", "wk", "wv", "q", "k", "v", "scores", "scaled", "mask", "masked",
                           "weights", "output"}) {
    for (int h = 1; h <= 4; ++h) {
      EXPECT_TRUE(made->tape.find("head." + std::to_string(h) + "." + name)) << h << name;
    }
  }
  const auto shape = [&](const char* path) { return made->tape.shape(made->tape.find(path)); };
  EXPECT_EQ(shape("x"), (Shape{8, 32}));
  EXPECT_EQ(shape("head.3.wq"), (Shape{32, 8}));
  EXPECT_EQ(shape("head.3.weights"), (Shape{8, 8}));
  EXPECT_EQ(shape("concat"), (Shape{8, 32}));
  EXPECT_EQ(shape("wo"), (Shape{32, 32}));
  EXPECT_EQ(shape("output"), (Shape{8, 32}));
  ASSERT_EQ(made->sites.size(), 4u);
  EXPECT_EQ(made->sites[2].name, "head.3");
  EXPECT_EQ(made->sites[2].weights, made->tape.find("head.3.weights"));
}

TEST(MultiHeadModel, TokensLabelEveryAxisThatRunsOverThem) {
  const RunPtr made = run(robot());
  const std::vector<std::string> words{"A",   "robot",  "must",  "obey",
                                       "the", "orders", "given", "it"};
  EXPECT_EQ(made->tokens[0], words);
  const Label& weights = made->tape.node(made->tape.find("head.2.weights")).label;
  EXPECT_EQ(weights.rows.labels, words);
  EXPECT_EQ(weights.cols.labels, words);
  EXPECT_EQ(weights.rows.name, "query");
  EXPECT_EQ(weights.cols.name, "key");
  EXPECT_EQ(weights.rows.sequence, 0);
  EXPECT_EQ(weights.symbol, "A_{2}");
  EXPECT_EQ(weights.role, Role::probability);
}

TEST(MultiHeadModel, SaysThatItsWeightsAreRandom) {
  Inputs in = robot();
  in.options["seed"] = 12.0;
  const RunPtr made = run(in);
  ASSERT_EQ(made->notes.size(), 2u);
  EXPECT_EQ(made->notes[1],
            "$\\tensor{head.1.wq}{W^{Q}_{1}}$, $\\tensor{head.1.wk}{W^{K}_{1}}$ … "
            "$\\tensor{wo}{W^{O}}$ are random (seed 12), not trained.");
}

TEST(MultiHeadModel, EqualInputsGiveEqualRunsAndASeedAnother) {
  const RunPtr a = run(robot()), b = run(robot());
  for (const std::string& path : a->tape.paths()) {
    EXPECT_EQ(a->tape.value(a->tape.find(path)), b->tape.value(b->tape.find(path))) << path;
  }
  Inputs other = robot();
  other.options["seed"] = 8.0;
  EXPECT_GT(apart(grid(*a, "output"), grid(*run(other), "output")), 1e-2);
}

TEST(MultiHeadModel, AnEditKeepsTheLeavesThatItDoesNotTouch) {
  const RunPtr before = run(robot());
  Inputs in = robot();
  in.edits["head.1.wq"] = {{0, 0, 3}};
  const RunPtr after = run(in);
  const auto stamp = [](const RunPtr& made, const char* path) {
    return made->tape.node(made->tape.find(path)).stamp;
  };
  EXPECT_EQ(stamp(before, "wo"), stamp(after, "wo"));
  EXPECT_EQ(stamp(before, "x"), stamp(after, "x"));
  EXPECT_NE(stamp(before, "head.1.wq"), stamp(after, "head.1.wq"));
  EXPECT_NE(grid(*before, "head.1.weights"), grid(*after, "head.1.weights"));
  EXPECT_EQ(grid(*before, "head.2.weights"), grid(*after, "head.2.weights"));
  EXPECT_NE(grid(*before, "output"), grid(*after, "output"));
}

TEST(MultiHeadModel, TheCausalMaskHoldsInEveryHead) {
  Inputs in = robot();
  in.options["mask"] = std::string("causal");
  const RunPtr made = run(in);
  Grid visible(8, std::vector<double>(8, 0));
  for (std::size_t r = 0; r < 8; ++r) std::fill_n(visible[r].begin(), r + 1, 1);
  const Grid x = grid(*made, "x");
  expect_heads_are_right(*made, x, x, 2, visible);
}

TEST(MultiHeadModel, PositionsAreAddedToTheEmbeddings) {
  Inputs in = robot();
  in.options["positions"] = 1.0;
  const RunPtr made = run(in);
  Grid sum = grid(*made, "x");
  for (std::size_t pos = 0; pos < sum.size(); ++pos) {
    for (std::size_t i = 0; i < 4; ++i) {
      const double angle = static_cast<double>(pos) / std::pow(10000, 2.0 * i / 8);
      sum[pos][2 * i] += std::sin(angle);
      sum[pos][2 * i + 1] += std::cos(angle);
    }
  }
  EXPECT_LT(apart(*made, "embedded", sum), 1e-6);
  expect_heads_are_right(*made, sum, sum, 2, Grid(8, std::vector<double>(8, 1)));
}

TEST(MultiHeadModel, HeadsThatDoNotDivideTheWidthStillWork) {
  const RunPtr made = run(robot(3));
  EXPECT_EQ(made->tape.shape(made->tape.find("concat")), (Shape{8, 6}));
  EXPECT_EQ(made->tape.shape(made->output), (Shape{8, 8}));
  EXPECT_NE(made->notes[0].find("3 heads cannot share d_model = 8 evenly"), std::string::npos);
  const RunPtr many = run(robot(16, 4));
  EXPECT_EQ(many->tape.shape(many->tape.find("concat")), (Shape{8, 16}));
}

TEST(MultiHeadModel, SentencesInFiveScriptsFortyTokensAndOne) {
  for (const char* text :
       {"Der Übermut tut selten gut", "животное слишком устало", "τὸ ζῷον ἦν λίαν κεκμηκός",
        "动物太累了", "الحيوان كان متعبا جدا", "जानवर बहुत थका हुआ था"}) {
    Inputs in = robot();
    in.text[0] = text;
    const RunPtr made = run(in);
    EXPECT_GE(made->tokens[0].size(), 3u) << text;
    EXPECT_EQ(made->tape.shape(made->output).rows, static_cast<int>(made->tokens[0].size()));
  }
  Inputs in = robot();
  in.text[0].clear();
  for (int i = 0; i < 40; ++i) in.text[0] += "word" + std::to_string(i % 7) + " ";
  const RunPtr forty = run(in);
  EXPECT_EQ(forty->tape.shape(forty->tape.find("head.1.weights")), (Shape{40, 40}));
  EXPECT_EQ(grid(*forty, "x")[0], grid(*forty, "x")[7]);
  in.text[0] = "one";
  EXPECT_EQ(grid(*run(in), "head.1.weights"), Grid({{1}}));
}

TEST(MultiHeadModel, GivenMatricesAreUsedAndChecked) {
  Inputs in = robot(1, 2);
  in.text[0].clear();
  in.given = {{"x", naive::leaf({{1, 0}, {0, 1}})},
              {"head.1.wq", naive::leaf({{1, 0}, {0, 1}})},
              {"head.1.wk", naive::leaf({{1, 0}, {0, 1}})},
              {"head.1.wv", naive::leaf({{1, 0}, {0, 1}})},
              {"wo", naive::leaf({{1, 0}, {0, 1}})}};
  const RunPtr made = run(in);
  EXPECT_TRUE(made->notes.empty());
  EXPECT_LT(apart(*made, "output", naive::softmax({{std::sqrt(.5), 0}, {0, std::sqrt(.5)}})), 1e-6);
  in.given["wo"] = naive::leaf({{1, 0}});
  EXPECT_NE(error_of(in).find("the given wo is 1 × 2, but it must be 2 × any"), std::string::npos)
      << error_of(in);
}

TEST(MultiHeadModel, WithoutASentenceItAsksForOne) {
  Inputs in = robot();
  in.text[0].clear();
  EXPECT_EQ(error_of(in), "multi-head: the sentence is empty: type at least one word");
  in.text[0] = "  \t ";
  EXPECT_EQ(error_of(in), "the sentence is empty: type at least one word");
}

TEST(CrossAttentionModel, EqualsTheNaiveLoopsAndHasTheShapesOfTheLecture) {
  for (const double heads : {1.0, 2.0}) {
    Inputs in = two_sentences();
    in.options["heads"] = heads;
    const RunPtr made = run(in);
    const Grid x = grid(*made, "x"), y = grid(*made, "y");
    ASSERT_EQ(x.size(), 5u);
    ASSERT_EQ(y.size(), 4u);
    EXPECT_EQ(made->tape.shape(made->tape.find("head.1.scores")), (Shape{4, 5}));
    EXPECT_EQ(made->tape.shape(made->output), (Shape{4, 8}));
    expect_heads_are_right(*made, y, x, static_cast<int>(heads),
                           Grid(4, std::vector<double>(5, 1)));
  }
}

TEST(CrossAttentionModel, QueriesAreTheSecondSentence) {
  const RunPtr made = run(two_sentences());
  const Label& label = made->tape.node(made->tape.find("head.1.weights")).label;
  EXPECT_EQ(label.rows.labels, made->tokens[1]);
  EXPECT_EQ(label.cols.labels, made->tokens[0]);
  EXPECT_EQ(label.rows.sequence, 1);
  EXPECT_EQ(label.cols.sequence, 0);
  Inputs in = two_sentences();
  in.text[1].clear();
  EXPECT_EQ(error_of(in), "cross-attention: sentence 2 is empty: type at least one word");
}

TEST(CrossAttentionModel, TheTwoSidesMayHaveTheirOwnWidths) {
  Inputs in;
  in.scene = "cross-attention";
  in.given = {{"x", std::make_shared<const Leaf>(Mat(3, 6, 1))},
              {"y", std::make_shared<const Leaf>(Mat(2, 4, 1))}};
  const RunPtr made = run(in);
  EXPECT_EQ(made->tape.shape(made->tape.find("head.1.wq")), (Shape{4, 4}));
  EXPECT_EQ(made->tape.shape(made->tape.find("head.1.wk")), (Shape{6, 4}));
  EXPECT_EQ(made->tape.shape(made->output), (Shape{2, 4}));
}

TEST(Models, AreSortedAndDescribeThemselves) {
  std::string last;
  for (const Scene* model : all_scenes()) {
    EXPECT_LT(last, model->name);
    last = model->name;
    EXPECT_EQ(find_scene(model->name), model);
    EXPECT_FALSE(model->what.empty());
    std::set<std::string> names;
    for (const OptionSpec& option : model->options) {
      EXPECT_TRUE(names.insert(option.name).second) << model->name << " " << option.name;
      EXPECT_FALSE(option.label.empty()) << option.name;
      EXPECT_TRUE(option.help.ends_with('.')) << option.name;
      if (option.kind == OptionSpec::Kind::choice) {
        const auto& word = std::get<std::string>(option.initial);
        EXPECT_NE(std::find(option.choices.begin(), option.choices.end(), word),
                  option.choices.end());
      } else if (option.kind != OptionSpec::Kind::text) {
        const double initial = std::get<double>(option.initial);
        EXPECT_LT(option.min, option.max) << option.name;
        EXPECT_GE(initial, option.min) << option.name;
        EXPECT_LE(initial, option.max) << option.name;
      }
    }
  }
  EXPECT_EQ(find_scene("nothing"), nullptr);
}

TEST(Models, RefuseWhatWouldNeedMoreMemoryThanIsTakenUnasked) {
  Inputs in;
  in.scene = "attention";
  const auto tall = std::make_shared<const Leaf>(Mat(30000, 1, 1));
  in.given = {{"q", tall}, {"k", tall}};
  EXPECT_NE(
      error_of(in).find("what 30000 queries and 30000 keys make needs about 18.0 GB of memory"),
      std::string::npos)
      << error_of(in);
}

TEST(Models, OnlyAModelThatShufflesTakesAnOrder) {
  Inputs in = robot();
  in.order = {1, 0, 2, 3, 4, 5, 6, 7};
  EXPECT_NE(error_of(in).find("cannot shuffle its tokens"), std::string::npos) << error_of(in);
}

}  // namespace
}  // namespace glassformer
