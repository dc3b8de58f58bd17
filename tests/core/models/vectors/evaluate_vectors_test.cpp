#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/embed/default_vectors.h"
#include "core/models/model.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

Inputs inputs() {
  Inputs made;
  made.model = "evaluate-vectors";
  made.options["most"] = 50.0;
  return made;
}

double cell(const RunPtr& run, const char* path, int row = 0, int col = 0) {
  const Var var = run->tape.find(path);
  EXPECT_TRUE(var) << path;
  return static_cast<double>(run->tape.value(var)(row, col));
}

TEST(EvaluateModel, SharesAreRightOverAnswered) {
  const RunPtr run = glassformer::run(inputs());
  const Mat& right = run->tape.value(run->tape.find("accuracy.right"));
  const Mat& answered = run->tape.value(run->tape.find("accuracy.answered"));
  double all_right = 0, all_answered = 0;
  for (int r = 0; r < right.rows(); ++r) {
    EXPECT_LE(answered(r, 0), 50);
    EXPECT_NEAR(cell(run, "accuracy.share", r), right(r, 0) / answered(r, 0), 1e-6);
    all_right += right(r, 0);
    all_answered += answered(r, 0);
  }
  EXPECT_NEAR(cell(run, "accuracy.all.share"), all_right / all_answered, 1e-6);
  EXPECT_GT(cell(run, "accuracy.all.share"), 0.95);
}

TEST(EvaluateModel, ComparesTwoSets) {
  Inputs both = inputs();
  both.vectors[1] = default_vectors();
  const RunPtr run = glassformer::run(both);
  const Mat& share = run->tape.value(run->tape.find("accuracy.share"));
  ASSERT_EQ(share.cols(), 2);
  for (int r = 0; r < share.rows(); ++r) EXPECT_EQ(share(r, 0), share(r, 1));
}

TEST(EvaluateModel, WorksOutTheQuestionThatIsTyped) {
  Inputs typed = inputs();
  typed.options["question"] = std::string("france paris italy rome");
  const RunPtr run = glassformer::run(typed);
  const Var cosine = run->tape.find("question.cosine");
  EXPECT_EQ(run->tape.node(cosine).label.cols.labels[0], "rome ✓");
  const Mat& words = run->tape.value(run->tape.find("question.words"));
  const Mat& target = run->tape.value(run->tape.find("question.target"));
  for (int d = 0; d < target.cols(); ++d) {
    EXPECT_NEAR(target(0, d), words(1, d) - words(0, d) + words(2, d), 1e-5);
  }
}

TEST(EvaluateModel, ListsTheMissesOfTheSectionThatIsChosen) {
  Inputs chosen = inputs();
  chosen.options["most"] = 2000.0;
  chosen.options["section"] = std::string("plural");
  const RunPtr run = glassformer::run(chosen);
  EXPECT_EQ(run->tokens[0], std::vector<std::string>{"plural"});
  const Mat& its = run->tape.value(run->tape.find("misses.its"));
  const Mat& wanted = run->tape.value(run->tape.find("misses.wanted"));
  for (int r = 0; r < its.rows(); ++r) EXPECT_GE(its(r, 0), wanted(r, 0));
}

TEST(EvaluateModel, RanksTypedPairs) {
  Inputs typed = inputs();
  typed.options["pairs"] = std::string("good bad 9; good paris 1; big small 8; big zebrafish 5");
  const RunPtr run = glassformer::run(typed);
  EXPECT_EQ(run->tape.value(run->tape.find("similarity.cosine")).rows(), 3);
  EXPECT_LE(std::abs(cell(run, "similarity.spearman")), 1 + 1e-6);
  EXPECT_TRUE(std::any_of(run->notes.begin(), run->notes.end(), [](const std::string& note) {
    return note.find("1 pairs have a word that is unknown") != std::string::npos;
  }));
  typed.options["pairs"] = std::string("good bad 9; good paris 1");
  EXPECT_NEAR(cell(glassformer::run(typed), "similarity.spearman"), 1, 1e-5);
  typed.options["pairs"] = std::string("good bad 1; good paris 9");
  EXPECT_NEAR(cell(glassformer::run(typed), "similarity.spearman"), -1, 1e-5);
}

TEST(EvaluateModel, PassesOverQuestionsWhoseVectorsAreNone) {
  const WordVectorsPtr sound = default_vectors();
  auto broken = std::make_shared<WordVectors>(*sound);
  RowsBuilder rows(sound->words.size(), sound->dim());
  for (std::size_t w = 0; w < rows.count(); ++w) {
    std::copy_n(sound->vectors[w].data(), rows.dim(), rows[w].data());
  }
  for (const char* word : {"paris", "eat", "good"}) {
    rows[static_cast<std::size_t>(sound->words.find(word))][3] =
        std::numeric_limits<float>::quiet_NaN();
  }
  broken->vectors = rows.finish();
  Inputs made = inputs();
  made.vectors[0] = broken;
  made.options["pairs"] = std::string("paris rome 9; rome italy 8; france dog 1; king queen 5");
  for (const char* question : {"", "paris france rome italy"}) {
    made.options["question"] = std::string(question);
    const RunPtr run = glassformer::run(made);
    EXPECT_TRUE(std::isfinite(cell(run, "question.cosine")));
    EXPECT_TRUE(std::isfinite(cell(run, "similarity.spearman")));
  }
}

TEST(EvaluateModel, RefusesVectorsOfOtherWords) {
  WordVectors other;
  other.words.add("x");
  RowsBuilder rows(1, 2);
  rows[0][0] = 1;
  other.vectors = rows.finish();
  other.origin = "x.txt";
  Inputs made = inputs();
  made.vectors[0] = std::make_shared<const WordVectors>(std::move(other));
  EXPECT_THROW(glassformer::run(made), UserError);
}

}  // namespace
}  // namespace glassformer
