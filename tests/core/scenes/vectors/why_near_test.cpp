#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "core/embed/search/why_near.h"
#include "core/scenes/records/why_near.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/why_ground.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs asked(const std::string& words) {
  Inputs inputs;
  inputs.scene = "why-near";
  inputs.options["words"] = words;
  return inputs;
}

int id_of(const WhyGround& ground, const char* word) {
  return ground.text->counted.words.find(word);
}

double sum_of(const Mat& row) {
  double sum = 0;
  for (const Real cell : row.cells()) sum += static_cast<double>(cell);
  return sum;
}

TEST(WhyNearScene, TracesWhatTheCommandCounts) {
  const RunPtr now = run(asked("king queen"));
  const WhyGround ground = why_ground(false, 5);
  const WhyNear why =
      why_near(ground.text->counted, *ground.counts, id_of(ground, "king"), id_of(ground, "queen"));
  const Mat &share = at(now, "share"), &ppmi = at(now, "ppmi");
  const Axis& contexts = now->tape.node(now->tape.find("share")).label.cols;
  ASSERT_EQ(share.cols(), 8);
  for (int j = 0; j < share.cols(); ++j) {
    const SharedContext& context = why.contexts[static_cast<std::size_t>(j)];
    EXPECT_EQ(axis_label(contexts, j), context.word);
    EXPECT_NEAR(share(0, j), context.share, 1e-5);
    EXPECT_NEAR(ppmi(0, j), context.of_a, 1e-4);
    EXPECT_NEAR(ppmi(1, j), context.of_b, 1e-4);
  }
  EXPECT_NEAR(at(now, "cosine")(0, 0), why.cosine, 1e-5);
  EXPECT_NEAR(sum_of(share) + at(now, "rest.share")(0, 0), at(now, "cosine")(0, 0), 1e-6);
}

TEST(WhyNearScene, TracesAnAnalogyAsTheCommandDoes) {
  const RunPtr now = run(asked("man king woman wizard"));
  const WhyGround ground = why_ground(false, 5);
  const WhyAnalogy why = why_analogy(ground.text->counted, *ground.counts,
                                     {id_of(ground, "man"), id_of(ground, "king"),
                                      id_of(ground, "woman"), id_of(ground, "wizard")},
                                     5);
  const auto& record = now->records.get<WhyNearRecord>();
  EXPECT_TRUE(record.analogy);
  EXPECT_EQ(record.against, 2);
  EXPECT_NEAR(at(now, "cosine")(0, 0), why.score, 1e-5);
  const Mat &share = at(now, "share"), &parts = at(now, "parts");
  const int last = share.cols() - 1;
  EXPECT_NEAR(share(0, 0), why.contexts.front().share, 1e-5);
  EXPECT_NEAR(share(0, last - 1), why.contexts.back().share, 1e-5);
  EXPECT_LT(share(0, last), 0);
  // The rows are b, −a and c.
  EXPECT_NEAR(parts(0, 0), why.contexts.front().parts[1], 1e-5);
  EXPECT_NEAR(parts(1, 0), why.contexts.front().parts[0], 1e-5);
  EXPECT_NEAR(parts(2, 0), why.contexts.front().parts[2], 1e-5);
  EXPECT_EQ(now->tape.node(now->tape.find("answers.score")).label.cols.labels.front(), "queen");
}

TEST(WhyNearScene, ACountSetByHandMovesTheCosineAsCountingWould) {
  Inputs inputs = asked("king queen");
  const RunPtr before = run(inputs);
  inputs.edits["counts"] = {{0, 0, 0.0}};
  const RunPtr after = run(inputs);
  EXPECT_EQ(at(after, "share")(0, 0), 0);
  EXPECT_LT(at(after, "cosine")(0, 0), at(before, "cosine")(0, 0));
  EXPECT_EQ(at(after, "row.total")(0, 0),
            at(before, "row.total")(0, 0) - at(before, "counts")(0, 0));
  // PPMI of another cell, with the numbers as they then are.
  const double counted = at(after, "counts")(0, 1), of_word = at(after, "row.total")(0, 0);
  const double of_context = at(after, "context.total")(0, 1), all = at(after, "all.weight")(0, 0);
  EXPECT_NEAR(at(after, "ppmi")(0, 1),
              std::log(counted * all / (of_word * std::pow(of_context, 0.75))), 1e-4);
  inputs.edits["counts"] = {{0, 0, -5.0}};
  EXPECT_EQ(at(run(inputs), "counts")(0, 0), 0);
}

TEST(WhyNearScene, HasLinesWithTheWordsInPlace) {
  const RunPtr now = run(asked("hot cold"));
  const auto& record = now->records.get<WhyNearRecord>();
  ASSERT_FALSE(record.both.empty());
  bool first = false, second = false;
  for (const LinePiece& piece : record.both.front()) {
    first = first || (piece.word == 0 && piece.text == "hot");
    second = second || (piece.word == 1 && piece.text == "cold");
  }
  EXPECT_TRUE(first && second);
  ASSERT_EQ(record.beside.size(), 2U);
  const Axis& contexts = now->tape.node(record.share).label.cols;
  for (int j = 0; j < now->tape.shape(record.share).cols; ++j) {
    bool has_context = false;
    for (const LinePiece& piece : record.beside[0][static_cast<std::size_t>(j)]) {
      has_context = has_context || (piece.word == 2 && piece.text == axis_label(contexts, j));
    }
    EXPECT_TRUE(has_context) << axis_label(contexts, j);
  }
}

// Lines are kept from one run to the next: of these words and contexts, as far as the window goes.
TEST(WhyNearScene, LinesAreThoseOfTheWindowThatIsAskedFor) {
  const auto lines = [](int window) {
    const WhyGround ground = why_ground(false, window);
    std::vector<int> contexts(40);  // the most frequent words
    std::iota(contexts.begin(), contexts.end(), 0);
    return context_lines(ground, {id_of(ground, "king"), id_of(ground, "queen")}, contexts).beside;
  };
  const auto far = lines(5);
  EXPECT_NE(lines(1), far);
  EXPECT_EQ(lines(5), far);
}

TEST(WhyNearScene, RefusesWhatIsNoQuestion) {
  EXPECT_THROW(run(asked("king")), UserError);
  EXPECT_THROW(run(asked("man king woman")), UserError);
  EXPECT_THROW(run(asked("king king")), UserError);
  EXPECT_THROW(run(asked("king nosuchword")), UserError);
}

}  // namespace
}  // namespace glassformer
