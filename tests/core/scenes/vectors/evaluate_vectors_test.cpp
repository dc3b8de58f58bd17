#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/embed/eval/question_file.h"
#include "core/embed/files/default_vectors.h"
#include "core/scenes/scene.h"

namespace glassformer {
namespace {

Inputs inputs() {
  Inputs made;
  made.scene = "evaluate-vectors";
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
  both.resources.set(slots::compared, default_vectors());
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
    return note.find("1 pair has a word that is unknown") != std::string::npos;
  }));
  typed.options["pairs"] = std::string("good bad 9; good paris 1");
  EXPECT_NEAR(cell(glassformer::run(typed), "similarity.spearman"), 1, 1e-5);
  typed.options["pairs"] = std::string("good bad 1; good paris 9");
  EXPECT_NEAR(cell(glassformer::run(typed), "similarity.spearman"), -1, 1e-5);
}

// Without pairs of the user's own: half of them of one kind, half of two, the most alike first.
TEST(EvaluateModel, DrawsPairsThatAreAlikeAndPairsThatAreNot) {
  const RunPtr run = glassformer::run(inputs());
  const Mat& rating = run->tape.value(run->tape.find("similarity.rating"));
  const Mat& cosine = run->tape.value(run->tape.find("similarity.cosine"));
  ASSERT_EQ(rating.rows(), 18);
  EXPECT_EQ(std::ranges::count(rating.cells(), Real(1)), 9);
  EXPECT_EQ(std::ranges::count(rating.cells(), Real(0)), 9);
  EXPECT_TRUE(std::ranges::is_sorted(cosine.cells(), std::greater<>()));
  EXPECT_GT(cell(run, "similarity.spearman"), 0.5);
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
  made.resources.set(slots::vectors, broken);
  made.options["pairs"] = std::string("paris rome 9; rome italy 8; france dog 1; king queen 5");
  for (const char* question : {"", "paris france rome italy"}) {
    made.options["question"] = std::string(question);
    const RunPtr run = glassformer::run(made);
    EXPECT_TRUE(std::isfinite(cell(run, "question.cosine")));
    EXPECT_TRUE(std::isfinite(cell(run, "similarity.spearman")));
  }
}

WordVectorsPtr vectors_of(const std::vector<std::pair<std::string, std::vector<float>>>& all) {
  auto made = std::make_shared<WordVectors>();
  RowsBuilder rows(all.size(), all.front().second.size());
  for (std::size_t w = 0; w < all.size(); ++w) {
    made->words.add(all[w].first);
    std::copy(all[w].second.begin(), all[w].second.end(), rows[w].begin());
  }
  made->vectors = rows.finish();
  made->origin = "x.txt";
  return made;
}

bool notes(const RunPtr& run, const std::string& words) {
  return std::any_of(run->notes.begin(), run->notes.end(), [&](const std::string& note) {
    return note.find(words) != std::string::npos;
  });
}

TEST(EvaluateModel, AsksTheQuestionsOfAFileAndAllOfThem) {
  auto file = std::make_shared<QuestionFile>();
  file->name = "mine.txt";
  file->sections = {{"capitals", {}}, {"unknown", {{"a1", "b1", "c1", "d1"}}}};
  for (int i = 0; i < 60; ++i) {
    file->sections[0].questions.push_back({"France", "Paris", "Italy", "Rome"});
    file->sections[0].questions.push_back({"paris", "france", "rome", "dog"});
  }
  Inputs made = inputs();
  made.resources.set(slots::questions, file);
  const RunPtr run = glassformer::run(made);
  EXPECT_EQ(run->tape.node(run->tape.find("accuracy.right")).label.rows.labels,
            std::vector<std::string>{"capitals"});
  EXPECT_EQ(cell(run, "accuracy.right"), 60);
  EXPECT_EQ(cell(run, "accuracy.answered"), 120) << "not thinned to so many of each section";
  EXPECT_EQ(run->tape.node(run->tape.find("misses.its")).label.rows.labels[0],
            "paris : france = rome : dog, answered: italy");
  EXPECT_TRUE(notes(run, "the questions of mine.txt: 120 of 121 are asked"));
  EXPECT_TRUE(notes(run, "1 of its 2 sections have no such question"));
}

TEST(EvaluateModel, RanksThePairsOfAFileTheFarthestApartFirst) {
  auto file = std::make_shared<QuestionFile>();
  file->name = "mine.tsv";
  file->pairs = {{"a", "b", 9}, {"A", "c", 5}, {"a", "d", 7}, {"a", "nothing", 3}};
  Inputs made = inputs();
  made.resources.set(slots::vectors,
                     vectors_of({{"a", {1, 0}}, {"b", {1, 0.1F}}, {"c", {1, 1}}, {"d", {0, 1}}}));
  made.resources.set(slots::rated_pairs, file);
  const RunPtr run = glassformer::run(made);
  const auto& rows = run->tape.node(run->tape.find("similarity.difference")).label.rows.labels;
  EXPECT_EQ(rows, (std::vector<std::string>{"a, c", "a, d", "a, b"}));
  EXPECT_EQ(cell(run, "similarity.difference", 0), 1);
  EXPECT_EQ(cell(run, "similarity.difference", 1), -1);
  EXPECT_EQ(cell(run, "similarity.difference", 2), 0);
  EXPECT_NEAR(cell(run, "similarity.spearman"), 0.5, 1e-6);
  EXPECT_TRUE(notes(run, "the 4 pairs of mine.tsv"));
  EXPECT_TRUE(notes(run, "1 pair has a word that is unknown"));
}

// Where nothing can be asked of the vectors, questions of their language still can be opened.
TEST(EvaluateModel, SaysThatVectorsOfOtherWordsKnowNoQuestion) {
  Inputs made = inputs();
  made.resources.set(slots::vectors,
                     vectors_of({{"x", {1, 0}}, {"y", {1, 1}}, {"z", {0, 1}}, {"w", {1, 0.5F}}}));
  const RunPtr run = glassformer::run(made);
  EXPECT_FALSE(run->tape.find("accuracy.share"));
  EXPECT_FALSE(run->tape.find("question.cosine"));
  EXPECT_TRUE(notes(run, "for none of the questions do the vectors have all four words"));
  made.options["question"] = std::string("x y z w");
  EXPECT_TRUE(glassformer::run(made)->tape.find("question.cosine"));
}

}  // namespace
}  // namespace glassformer
