#include "core/embed/eval/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/embed/vectors/folded_words.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

// `longest`: their lengths are multiplied by a hundredth of it up to all of it; directions stay.
WordVectors numbered(std::size_t count, std::size_t dim, double longest = 0) {
  WordVectors v;
  RowsBuilder rows(count, dim);
  Rng rng(9);
  for (std::size_t r = 0; r < count; ++r) {
    v.words.add("w" + std::to_string(r));
    for (float& cell : rows[r]) cell = static_cast<float>(rng.normal() + 0.3);
  }
  for (std::size_t r = 0; r < count && longest > 0; ++r) {
    const auto factor = static_cast<float>(longest * std::pow(10, -2 * rng.uniform()));
    for (float& cell : rows[r]) cell *= factor;
  }
  v.vectors = rows.finish();
  return v;
}

std::string word(int n) {
  return "w" + std::to_string(n);
}

std::vector<QuestionSection> random_questions(int count, int words) {
  Rng rng(10);
  std::vector<QuestionSection> sections{{"one", {}}, {"two", {}}};
  for (int q = 0; q < count; ++q) {
    AnalogyQuestion question;
    for (std::string& w : question) w = word(rng.below(words));
    sections[static_cast<std::size_t>(q % 2)].questions.push_back(question);
  }
  return sections;
}

// Whatever their lengths, below 1 and above.
TEST(EvaluateAnalogies, AnswersAreThoseOfEachQuestionAlone) {
  const WordVectors v = numbered(700, 19, 1);
  std::vector<QuestionSection> sections = random_questions(300, 700);
  for (const AnalogyMethod method : {AnalogyMethod::add, AnalogyMethod::multiply}) {
    // The fourth word of every other question becomes the true answer.
    std::size_t right = 0;
    for (QuestionSection& section : sections) {
      for (std::size_t q = 0; q < section.questions.size(); q += 2) {
        AnalogyQuestion& ask = section.questions[q];
        const std::vector<WordTerm> terms = {term_of(v, ask[1], 1), term_of(v, ask[0], -1),
                                             term_of(v, ask[2], 1)};
        AnalogyOptions one;
        one.count = 1;
        const int id = answers(v, terms, method, one).front().id;
        ask[3] = std::string(v.words[static_cast<std::size_t>(id)]);
        ++right;
      }
    }
    EvaluationOptions options;
    options.method = method;
    options.misses = 1000;
    const AnalogyScore score = evaluate_analogies(v, sections, options);
    EXPECT_EQ(score.questions, 300U);
    EXPECT_EQ(score.answered, 300U);
    EXPECT_GE(score.right, right);
    EXPECT_LE(score.right, right + 2);
    EXPECT_EQ(score.sections[0].missed.size() + score.sections[1].missed.size(),
              score.answered - score.right);
    EXPECT_EQ(score.sections[0].missed[0].question, sections[0].questions[1]);
  }
}

TEST(EvaluateAnalogies, LettersLargeAndSmallAreTheSame) {
  WordVectors v;
  RowsBuilder rows(5, 2);
  const float cells[5][2] = {{1, 0}, {1, 1}, {0.5F, 1}, {-1, 1}, {0.4F, 1}};
  const char* const words[] = {"Athens", "GREECE", "Berlin", "germany", "Germany"};
  for (std::size_t r = 0; r < 5; ++r) {
    v.words.add(words[r]);
    std::copy_n(cells[r], 2, rows[r].data());
  }
  v.vectors = rows.finish();
  const std::vector<QuestionSection> sections = {
      {"capitals", {{"athens", "Greece", "BERLIN", "GERMANY"}, {"Athens", "Greece", "Oslo", "x"}}}};
  const AnalogyScore score = evaluate_analogies(v, sections);
  EXPECT_EQ(score.questions, 2U);
  EXPECT_EQ(score.answered, 1U);
  EXPECT_EQ(score.right, 1U);  // the second Germany stands for the first and is no answer
  EXPECT_EQ(score.accuracy(), 1);
}

TEST(EvaluateAnalogies, OnlyTheFirstWordsCount) {
  const WordVectors v = numbered(50, 5);
  const std::vector<QuestionSection> sections = {
      {"", {{"w0", "w1", "w2", "w3"}, {"w0", "w1", "w2", "w49"}}}};
  EvaluationOptions options;
  options.restrict = 10;
  EXPECT_EQ(evaluate_analogies(v, sections, options).answered, 1U);
  options.restrict = 0;
  EXPECT_EQ(evaluate_analogies(v, sections, options).answered, 2U);
}

TEST(Questions, SectionsAndErrors) {
  const auto read = [](const std::string& text) {
    return read_questions(*bytes_in_memory(text), "made-up.txt");
  };
  const auto sections = read("// a note\n: one\na b c d\n\n: two words\r\ne\tf g h\r\n");
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections[1].name, "two words");
  EXPECT_EQ(sections[1].questions[0][3], "h");
  EXPECT_NE(error_of([&] { read("a b c\n"); }).find("line 1 has 3 words"), std::string::npos);
  EXPECT_NE(error_of([&] { read(": only a name\n"); }).find("no questions"), std::string::npos);
}

TEST(Questions, RatedPairsOfEveryKind) {
  const auto read = [](const std::string& text) {
    return read_rated_table(*bytes_in_memory(text), "made-up.txt").pairs;
  };
  EXPECT_EQ(read("# note\nlove\tsex\t6.77\n")[0].rating, 6.77);
  EXPECT_EQ(read("Word 1,Word 2,Human (mean)\ntiger,cat,7.35\n").size(), 1U);
  EXPECT_EQ(read("a b 1\nc d 2\n")[1].second, "d");
  EXPECT_EQ(read("tea;coffee;n;1.5\n")[0].rating, 1.5);
  EXPECT_NE(error_of([&] { read("a b 1\nc d\n"); }).find("line 2 is not two words and a number"),
            std::string::npos);
  // A first line is a heading only if it could be none of the others.
  for (const char* const first : {"king,queen,9.1x", "a,b,1e400", "a,b,nan", "a,b"}) {
    EXPECT_NE(error_of([&] { read(std::string(first) + "\nman,woman,3\n"); }).find("line 1"),
              std::string::npos)
        << first;
  }
}

TEST(EvaluateSimilarity, SpearmanByHand) {
  EXPECT_DOUBLE_EQ(spearman({1, 2, 3, 4}, {10, 20, 30, 40}), 1);
  EXPECT_DOUBLE_EQ(spearman({1, 2, 3, 4}, {4, 3, 2, 1}), -1);
  EXPECT_DOUBLE_EQ(spearman({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}), 0.8);
  // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 · 5)
  EXPECT_NEAR(spearman({1, 2, 2, 3}, {1, 2, 3, 4}), 4.5 / std::sqrt(22.5), 1e-12);
  EXPECT_TRUE(std::isnan(spearman({1, 1}, {1, 2})));
  EXPECT_TRUE(std::isnan(spearman({}, {})));
}

TEST(EvaluateSimilarity, EqualNumbersShareTheirPlaces) {
  EXPECT_EQ(ranks({5, 1, 5, 9}), (std::vector<double>{2.5, 1, 2.5, 4}));
}

TEST(EvaluateSimilarity, CountsWhatIsMissing) {
  const WordVectors v = numbered(5, 4);
  const SimilarityScore score =
      evaluate_similarity(v, {{"w0", "W1", 1}, {"w1", "w2", 2}, {"w3", "none", 3}});
  EXPECT_EQ(score.pairs, 2U);
  EXPECT_EQ(score.missing, 1U);
  EXPECT_EQ(std::abs(score.spearman), 1);
}

TEST(EvaluateSimilarity, LeavesOutWhatIsNoNumber) {
  WordVectors v = numbered(6, 4);
  RowsBuilder rows(6, 4);
  for (std::size_t r = 0; r < 6; ++r) std::copy_n(v.vectors[r].data(), 4, rows[r].data());
  rows[4][1] = std::numeric_limits<float>::infinity();
  rows[5][1] = std::numeric_limits<float>::quiet_NaN();
  v.vectors = rows.finish();
  const std::vector<RatedPair> sound = {{"w0", "w1", 3}, {"w0", "w2", 1}, {"w1", "w3", 2}};
  std::vector<RatedPair> pairs = sound;
  pairs.push_back({"w0", "w4", 5});
  pairs.push_back({"w5", "w1", 4});
  const SimilarityScore score = evaluate_similarity(v, pairs);
  EXPECT_EQ(score.pairs, 3U);
  EXPECT_EQ(score.missing, 2U);
  EXPECT_EQ(score.spearman, evaluate_similarity(v, sound).spearman);
  const std::vector<QuestionSection> questions{
      {"", {{"w0", "w1", "w2", "w3"}, {"w0", "w1", "w2", "w5"}, {"w4", "w1", "w2", "w3"}}}};
  EXPECT_EQ(evaluate_analogies(v, questions).answered, 1U);
  const auto bad = bytes_in_memory("a b 1\na c nan\n");
  EXPECT_NE(error_of([&] { read_rated_table(*bad, "p"); }).find("line 2"), std::string::npos);
}

TEST(FoldedWords, TheFirstOfThoseThatDifferInSizeIsMeant) {
  WordList words;
  for (const char* w : {"Ärger", "us", "US", "ärger", "a\xff"}) words.add(w);
  const FoldedWords folds(words, words.size());
  EXPECT_EQ(folds.find("US"), 1);
  EXPECT_EQ(folds.find("ÄRGER"), 0);
  EXPECT_EQ(folds.find("A\xff"), 4);
  EXPECT_EQ(folds.find("none"), -1);
  EXPECT_TRUE(folds.is_meant(0));
  EXPECT_FALSE(folds.is_meant(2));
}

TEST(Questions, FilesOfTheSharedData) {
  const auto folder = testing::shared_data("word_vectors");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  std::size_t questions = 0;
  const auto sections = read_questions(*folder / "gensim/questions-words.txt");
  for (const auto& section : sections) questions += section.questions.size();
  EXPECT_EQ(sections.size(), 14U);
  EXPECT_EQ(questions, 19'544U);
  EXPECT_EQ(read_rated_table(*folder / "gensim/wordsim353.tsv").pairs.size(), 353U);
  EXPECT_EQ(read_rated_table(*folder / "gensim/simlex999.txt").pairs.size(), 999U);
  EXPECT_FALSE(read_questions(*folder / "tmikolov/questions-phrases.txt").empty());
  EXPECT_FALSE(read_questions(*folder / "glove_eval/family.txt").empty());
}

}  // namespace
}  // namespace glassformer
