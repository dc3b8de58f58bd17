#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/scenes/scene.h"
#include "core/scenes/vectors/code_tree_nodes.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs step(const std::string& input, const std::string& objective) {
  Inputs inputs;
  inputs.scene = "word2vec-step";
  inputs.text[0] = "the quick brown fox jumps over the lazy dog";
  inputs.options["input"] = input;
  inputs.options["predict"] = std::string("centre");
  inputs.options["objective"] = objective;
  inputs.options["centre"] = 4.0;
  inputs.options["d_model"] = 3.0;
  inputs.options["counts"] = std::string("cat 5, sat 2, mat 1");
  return inputs;
}

// As in the papers: given "fox", the word of its context with this number.
Inputs pair(int outside, const std::string& objective) {
  Inputs inputs = step("skip-gram", objective);
  inputs.options["predict"] = std::string("context");
  inputs.options["outside"] = static_cast<double>(outside);
  return inputs;
}

// The lecture's words (figure W2), with a sentence in which all of them stand.
Inputs lecture_tree() {
  Inputs inputs = step("skip-gram", "tree");
  inputs.text[0] = "kangaroo and zebra today in fridge fat potato";
  inputs.options["counts"] =
      std::string("fat 3, fridge 2, zebra 1, potato 3, and 14, in 7, today 4, kangaroo 2");
  return inputs;
}

bool has_row(const RunPtr& run, const std::string& word) {
  const auto& words = run->tape.node(run->tape.find("o")).label.rows.labels;
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string note_about(const RunPtr& run, std::string_view what) {
  for (const std::string& note : run->notes) {
    if (note.find(what) != std::string::npos) return note;
  }
  return {};
}

TEST(Word2VecStep, SaysWithWhatLearningRateATrainingOfItsKindBegins) {
  const auto rate = [](const char* input, const char* objective) {
    return note_about(run(step(input, objective)), "the original program begins with");
  };
  EXPECT_TRUE(rate("skip-gram", "negatives").ends_with("begins with 0.025"));
  EXPECT_TRUE(rate("skip-gram", "tree").ends_with("begins with 0.025, a training here with 0.035"));
  EXPECT_TRUE(rate("cbow", "tree").ends_with("begins with 0.05"));
}

TEST(Word2VecStep, GoesAgainstTheGradientOfTheLoss) {
  for (const char* input : {"pair", "skip-gram", "cbow"}) {
    for (const char* objective : {"negatives", "tree", "softmax"}) {
      Inputs inputs = input == std::string("pair") ? pair(2, objective) : step(input, objective);
      inputs.options["alpha"] = 0.1;
      const RunPtr now = run(inputs);
      glassformer::Run copy = *now;
      copy.tape.backward(copy.loss);
      for (const char* side : {"x", "o"}) {
        const Mat& gradient = copy.tape.node(copy.tape.find(side)).grad;
        const Mat& moved = at(now, ("step." + std::string(side)).c_str());
        ASSERT_EQ(gradient.shape(), moved.shape());
        for (std::size_t k = 0; k < moved.size(); ++k) {
          EXPECT_NEAR(moved.cells()[k], -0.1 * gradient.cells()[k], 1e-6)
              << input << ", " << objective << ", " << side;
        }
      }
      EXPECT_LT(at(now, "after.loss")(0, 0), at(now, "loss")(0, 0)) << input << objective;
    }
  }
}

TEST(Word2VecStep, TheNoiseIsTheCountsToAPower) {
  const RunPtr now = run(step("skip-gram", "negatives"));
  const Mat& counts = at(now, "counts");
  EXPECT_EQ(counts(0, 0), 5);  // cat
  EXPECT_EQ(counts(0, 3), 2);  // the, which comes twice in the sentence
  double sum = 0;
  for (const Real count : counts.cells()) sum += std::pow(count, 0.75);
  for (int i = 0; i < counts.cols(); ++i) {
    EXPECT_NEAR(at(now, "noise.share")(0, i), std::pow(counts(0, i), 0.75) / sum, 1e-6);
  }
}

TEST(Word2VecStep, TheTreeOfTheLectureTakesNinetyFourBits) {
  const RunPtr now = run(lecture_tree());
  EXPECT_EQ(at(now, "tree.bits")(0, 0), 94);
  EXPECT_NEAR(at(now, "tree.cost")(0, 0), 94.0 / 36, 1e-6);
  EXPECT_EQ(at(now, "tree.lengths")(4, 0), 1);  // and
  EXPECT_EQ(at(now, "u").rows(), 7);
}

TEST(Word2VecStep, TheTreeIsBuiltJoinByJoin) {
  const RunPtr now = run(lecture_tree());
  const Var joins = now->tape.find("tree.joins");
  const Axis& rows = now->tape.node(joins).label.rows;
  EXPECT_EQ(
      at(now, "tree.joins"),
      (Mat{{1, 2, 3}, {2, 3, 5}, {3, 3, 6}, {4, 5, 9}, {6, 7, 13}, {9, 13, 22}, {14, 22, 36}}));
  EXPECT_EQ(axis_label(rows, 0), "zebra + kangaroo");
  EXPECT_EQ(axis_label(rows, 6), "and + 22");
}

TEST(Word2VecStep, ACountThatIsSetByHandIsJoinedWhereItBelongs) {
  Inputs edited = lecture_tree();
  edited.edits["counts"] = {{0, 4, 3}};  // and 14
  Inputs listed = lecture_tree();
  listed.options["counts"] =
      std::string("fat 3, fridge 2, zebra 1, potato 3, and 3, in 7, today 4, kangaroo 2");
  const RunPtr now = run(edited), same = run(listed);
  EXPECT_EQ(at(now, "tree.joins"), at(same, "tree.joins"));
  EXPECT_EQ(at(now, "tree.lengths"), at(same, "tree.lengths"));
  EXPECT_NEAR(at(now, "tree.cost")(0, 0), 71.0 / 25, 1e-6);
}

TEST(Word2VecStep, AWordComesAWholeNumberOfTimes) {
  Inputs inputs = lecture_tree();
  inputs.edits["counts"] = {{0, 4, 3.4}, {0, 5, -2}};
  const Mat counts = at(run(inputs), "counts");
  EXPECT_EQ(counts(0, 4), 3);
  EXPECT_EQ(counts(0, 5), 1);
  inputs.edits["counts"] = {{0, 4, 1e12}};
  EXPECT_THROW(run(inputs), UserError);
}

TEST(Word2VecStep, NegativesAreDrawnFromTheCountsThatAreSetByHand) {
  Inputs inputs = step("skip-gram", "negatives");
  inputs.options["negatives"] = 20.0;
  EXPECT_TRUE(has_row(run(inputs), "the"));
  inputs.edits["noise.share"] = {{0, 3, 0}};
  EXPECT_FALSE(has_row(run(inputs), "the")) << "nor from a share of 0";
  Inputs edited = step("skip-gram", "negatives"), listed = edited;
  edited.edits["counts"] = {{0, 0, 4000}};  // cat 5
  listed.options["counts"] = std::string("cat 4000, sat 2, mat 1");
  EXPECT_EQ(at(run(edited), "o"), at(run(listed), "o"));
  EXPECT_NE(at(run(edited), "o"), at(run(step("skip-gram", "negatives")), "o"));
  for (int word = 0; word < 11; ++word) inputs.edits["noise.share"].push_back({0, word, 0});
  EXPECT_THROW(run(inputs), UserError);
}

TEST(Word2VecStep, SaysWhichNegativesWereLeftOut) {
  Inputs inputs = step("skip-gram", "negatives");
  inputs.options["counts"] = std::string("the 9000, fox 3000");
  inputs.options["negatives"] = 6.0;
  const RunPtr now = run(inputs);
  EXPECT_EQ(at(now, "o").rows(), 2) << "fox and the";
  EXPECT_EQ(note_about(now, "negatives"),
            "6 negatives were drawn and 1 kept: as in training, one that was drawn before "
            "(“the” × 4) or is the word to predict itself (“fox”) is left out");
  inputs.options["negatives"] = 1.0;
  inputs.options["counts"] = std::string("the 9000");
  EXPECT_EQ(note_about(run(inputs), "negatives"), "");
}

TEST(Word2VecStep, ATreeCostsLittleMoreThanTheEntropy) {
  EXPECT_DOUBLE_EQ(zipf_turns(2), 1);
  // 1, 1/2, 1/3, 1/4 are 12, 6, 4, 3 of 25: 4 and 3 join, then 7 and 6, then 13 and 12.
  EXPECT_NEAR(zipf_turns(4), (7 + 13 + 25) / 25.0, 1e-9);
  for (const int words : {8, 100, 5000}) {
    double sum = 0, entropy = 0;
    for (int r = 1; r <= words; ++r) sum += 1.0 / r;
    for (int r = 1; r <= words; ++r) entropy += std::log2(r * sum) / (r * sum);
    EXPECT_GE(zipf_turns(words), entropy - 1e-9) << words;
    EXPECT_LT(zipf_turns(words), entropy + 0.09) << words;  // and + 1 at most (Huffman 1952)
  }
  const Mat growth = at(run(lecture_tree()), "tree.growth");
  EXPECT_EQ(growth(1, 0), 8);
  EXPECT_EQ(growth(1, 1), 3);
  EXPECT_NEAR(growth(8, 1), std::log2(170'000), 1e-5);
  EXPECT_NEAR(growth(8, 2), 11.96966, 1e-4);
}

// The probabilities of the turns multiply to that of the word, and those of all words sum to 1.
TEST(Word2VecStep, TheLeavesOfTheTreeShareOne) {
  double sum = 0;
  for (int centre = 1; centre <= 8; ++centre) {
    Inputs inputs = lecture_tree();
    inputs.options["centre"] = static_cast<double>(centre);
    // The same input row for every word, so that all speak of one distribution.
    inputs.given["v"] = std::make_shared<const Leaf>(Mat(8, 3, 0.5));
    const RunPtr now = run(inputs);
    const Mat& likelihood = at(now, "likelihood");
    double log = 0;
    for (int j = 0; j < likelihood.cols(); ++j) log += likelihood(0, j);
    sum += std::exp(log);
  }
  EXPECT_NEAR(sum, 1, 1e-5);
}

// J_t of lecture 003: −log σ(u_o · v_c) − Σ_j log σ(−u_j · v_c), c the centre, o outside.
TEST(Word2VecStep, GivenTheCentrePredictsAWordOutside) {
  const char* const context[] = {"quick", "brown", "jumps", "over"};
  for (int outside = 1; outside <= 4; ++outside) {
    const RunPtr now = run(pair(outside, "negatives"));
    const Tape& tape = now->tape;
    EXPECT_EQ(tape.node(now->tape.find("x")).label.rows.labels, std::vector<std::string>{"fox"});
    const std::vector<std::string>& words = tape.node(tape.find("o")).label.rows.labels;
    EXPECT_EQ(words[0], context[outside - 1]);
    const Mat &v = at(now, "x"), &u = at(now, "o");
    double loss = 0;
    for (int j = 0; j < u.rows(); ++j) {
      double score = 0;
      for (int k = 0; k < 3; ++k) score += u(j, k) * v(0, k);
      loss += std::log(1 + std::exp(j == 0 ? -score : score));
    }
    EXPECT_NEAR(at(now, "loss")(0, 0), loss, 1e-5);
  }
  const RunPtr all = run(pair(2, "softmax"));
  EXPECT_EQ(at(all, "label")(0, 5), 1) << "brown";
  EXPECT_EQ(at(run(pair(9, "negatives")), "o"), at(run(pair(4, "negatives")), "o"));
}

TEST(Word2VecStep, CbowPutsTheMeanOfTheContextIn) {
  const RunPtr now = run(step("cbow", "softmax"));
  EXPECT_EQ(at(now, "x").rows(), 4);
  EXPECT_EQ(at(now, "h").rows(), 1);
  EXPECT_EQ(at(now, "p").shape(), (Shape{1, 11}));
  for (int k = 0; k < 3; ++k) {
    double mean = 0;
    for (int i = 0; i < 4; ++i) mean += at(now, "x")(i, k) / 4;
    EXPECT_NEAR(at(now, "h")(0, k), mean, 1e-6);
    EXPECT_NEAR(at(now, "pull.x")(2, k), at(now, "pull.h")(0, k) / 4, 1e-6);
  }
}

TEST(Word2VecStep, StaysInTheSentence) {
  Inputs inputs = step("skip-gram", "negatives");
  inputs.options["centre"] = 2000.0;
  EXPECT_EQ(at(run(inputs), "x").rows(), 2);  // over the lazy [dog]: two words before it
  inputs.text[0] = "alone";
  EXPECT_THROW(run(inputs), UserError);
  inputs.text[0] = "";
  EXPECT_THROW(run(inputs), UserError);
}

}  // namespace
}  // namespace glassformer
