#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/embed/eval/lecture_analogies.h"
#include "core/embed/search/expression.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

// 40 random words, and four at the corners of a parallelogram: rome = paris - france + italy.
std::shared_ptr<WordVectors> small_world() {
  auto v = std::make_shared<WordVectors>();
  RowsBuilder rows(44, 7);
  Rng rng(3);
  for (std::size_t r = 0; r < 44; ++r) {
    for (float& cell : rows[r]) cell = static_cast<float>(rng.normal());
  }
  for (const char* word : {"paris", "france", "italy", "rome"}) v->words.add(word);
  for (int i = 4; i < 44; ++i) v->words.add("w" + std::to_string(i));
  // Of equal lengths, so that unit vectors keep the parallelogram.
  for (std::size_t k = 0; k < 7; ++k) {
    rows[0][k] = k == 0 || k == 2 ? 1.0F : 0.0F;
    rows[1][k] = k == 1 || k == 2 ? 1.0F : 0.0F;
    rows[2][k] = k == 1 || k == 3 ? 1.0F : 0.0F;
    rows[3][k] = k == 0 || k == 3 ? 1.0F : 0.0F;
  }
  v->vectors = rows.finish();
  v->origin = "a test";
  return v;
}

Inputs asking(const std::string& expression) {
  Inputs inputs;
  inputs.scene = "word-arithmetic";
  inputs.resources.set(slots::vectors, small_world());
  if (!expression.empty()) inputs.options["expression"] = expression;
  return inputs;
}

const std::vector<std::string>& rows_of(const RunPtr& run, const std::string& path) {
  return run->tape.node(run->tape.find(path)).label.rows.labels;
}

int place(const RunPtr& run, const std::string& path, const std::string& word) {
  const auto& rows = rows_of(run, path);
  return static_cast<int>(std::find(rows.begin(), rows.end(), word) - rows.begin());
}

// A step opens the first row: it is an answer also where a word of the question scores higher.
TEST(WordArithmetic, TheFirstRowIsAnAnswerThatCounts) {
  Inputs inputs = asking("2*paris - france");
  const RunPtr now = run(inputs);
  EXPECT_EQ(rows_of(now, "add.top").front(), "paris");
  EXPECT_NE(rows_of(now, "add.score").front(), "paris");
  EXPECT_LT(place(now, "add.score", "paris"), static_cast<int>(rows_of(now, "add.score").size()));
  inputs.options["exclude"] = 0.0;
  EXPECT_EQ(rows_of(run(inputs), "add.score").front(), "paris");
}

TEST(WordArithmetic, ScoresAreThoseOfTheSearch) {
  const Inputs inputs = asking("paris - france + italy");
  const RunPtr now = run(inputs);
  const auto& v = *inputs.resources.get(slots::vectors);
  const auto terms = terms_of(v, "paris - france + italy");
  const std::pair<const char*, AnalogyMethod> ways[] = {{"add", AnalogyMethod::add},
                                                        {"multiply", AnalogyMethod::multiply},
                                                        {"direction", AnalogyMethod::direction}};
  for (const auto& [scope, method] : ways) {
    SCOPED_TRACE(scope);
    AnalogyOptions options;
    options.count = 8;
    const std::string path = std::string(scope) + ".score";
    for (const Answer& answer : answers(v, terms, method, options)) {
      const int row = place(now, path, std::string(v.words[static_cast<std::size_t>(answer.id)]));
      ASSERT_LT(row, at(now, path).rows());
      EXPECT_NEAR(at(now, path)(row, 0), answer.score, 1e-5);
    }
    const Mat& top = at(now, std::string(scope) + ".top");
    for (int r = 1; r < top.rows(); ++r) EXPECT_GE(top(r - 1, 0), top(r, 0));
  }
  EXPECT_EQ(rows_of(now, "add.top")[0], "rome");
}

TEST(WordArithmetic, TermsAddUpToTheScore) {
  const RunPtr now = run(asking("2*paris - france"));
  const Mat &terms = at(now, "add.terms"), &score = at(now, "add.score");
  const double length = at(now, "add.length")(0, 0);
  for (int r = 0; r < terms.rows(); ++r) {
    EXPECT_NEAR((terms(r, 0) + terms(r, 1)) / length, score(r, 0), 1e-5);
  }
  EXPECT_FALSE(now->tape.find("direction.score"));
  EXPECT_FALSE(now->tape.find("plane.points"));
}

TEST(WordArithmetic, PowersOverPowersAreTheProduct) {
  const RunPtr now = run(asking("2*paris - france - 3*w5"));
  const Mat &s = at(now, "multiply.shifted"), &score = at(now, "multiply.score");
  for (int r = 0; r < s.rows(); ++r) {
    const double product = std::pow(s(r, 0), 2);
    const double divisor = (s(r, 1) + 0.001) * std::pow(s(r, 2) + 0.001, 3);
    EXPECT_NEAR(at(now, "multiply.product")(r, 0), product, 1e-6);
    EXPECT_NEAR(at(now, "multiply.divisor")(r, 0), divisor, 1e-6);
    EXPECT_NEAR(score(r, 0), product / divisor, 1e-4 * product / divisor);
  }
}

TEST(WordArithmetic, TheTermsOfADirectionMakeItsCosine) {
  const RunPtr now = run(asking("w6 + paris - france"));  // b, c and a stand where they like
  const Mat &terms = at(now, "direction.terms"), &score = at(now, "direction.score");
  const Mat& lengths = at(now, "direction.lengths");
  const int c = place(now, "direction.score", "paris");  // at no distance from itself
  for (int r = 0; r < terms.rows(); ++r) {
    const double sum = terms(r, 0) + terms(r, 1) + terms(r, 2);
    EXPECT_NEAR(at(now, "direction.sum")(r, 0), sum, 1e-6);
    if (r == c) continue;
    EXPECT_NEAR(sum / lengths(r, 0), score(r, 0), 1e-5);
  }
  EXPECT_NEAR(lengths(c, 0), 0, 1e-6);
}

TEST(WordArithmetic, TheParallelogramClosesInItsPlane) {
  const RunPtr now = run(asking("paris - france + italy"));
  const Mat& p = at(now, "plane.points");  // a, b, c, target
  ASSERT_EQ(p.shape(), (Shape{4, 2}));
  EXPECT_EQ(rows_of(now, "plane.points")[0], "france");
  const int rome = place(now, "plane.answers", "rome");
  for (int k = 0; k < 2; ++k) {
    EXPECT_NEAR(p(0, k), 0, 1e-6);
    EXPECT_NEAR(p(1, k) + p(2, k), p(3, k), 1e-6);
    // Here the answer is the corner itself.
    EXPECT_NEAR(at(now, "plane.answers")(rome, k), p(3, k), 1e-6);
  }
  EXPECT_NEAR(p(1, 1), 0, 1e-6);
}

TEST(WordArithmetic, EveryAnswerHasItsPlaceInThePlane) {
  const RunPtr now = run(asking("paris - france + w5"));
  EXPECT_EQ(rows_of(now, "plane.answers"), rows_of(now, "add.score"));
  const Mat &corners = at(now, "plane.points"), &answers = at(now, "plane.answers");
  const int row = place(now, "plane.answers", "w5");  // c itself is among them
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(answers(row, k), corners(2, k), 1e-6);
}

TEST(WordArithmetic, AnEditedVectorChangesTheAnswer) {
  Inputs inputs = asking("paris");
  for (int k = 0; k < 7; ++k) {
    inputs.edits["words"].push_back(
        {0, k, inputs.resources.get(slots::vectors)->vectors[10][static_cast<std::size_t>(k)]});
  }
  EXPECT_EQ(rows_of(run(inputs), "add.top")[0], "w10");
}

TEST(WordArithmetic, UnevenFactorsHaveNoProduct) {
  const RunPtr now = run(asking("paris / 2 + italy"));
  EXPECT_TRUE(now->tape.find("add.score"));
  EXPECT_FALSE(now->tape.find("multiply.score"));
}

TEST(WordArithmetic, NothingTypedAsksTheFirstOfTheLectures) {
  const RunPtr now = run(asking(""));
  EXPECT_EQ(now->tokens[0], (std::vector<std::string>{"paris", "france", "italy"}));
}

TEST(WordArithmetic, AnUnknownWordIsNamed) {
  try {
    run(asking("pariss - france"));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean paris"), std::string::npos);
  }
}

TEST(LectureAnalogies, TakeTheSpellingOfTheVocabulary) {
  WordVectors v;
  for (const char* word : {"Paris", "france", "Italy", "Toronto_Maple_Leafs", "toronto",
                           "Montreal Canadiens", "montreal", "copper", "cu", "gold"}) {
    v.words.add(word);
  }
  const auto all = lecture_analogies(v);
  ASSERT_EQ(all.size(), 10U);
  EXPECT_EQ(all[0].expression, "Paris - france + Italy");
  EXPECT_EQ(all[0].missing, std::vector<std::string>{"Rome"});
  EXPECT_EQ(all[7].missing, std::vector<std::string>{"Au"});
  EXPECT_EQ(all[9].expression, "\"Montreal Canadiens\" - montreal + toronto");
  EXPECT_EQ(all[9].answer, "Toronto_Maple_Leafs");
  EXPECT_TRUE(all[9].missing.empty());
  EXPECT_EQ(first_expression(v), all[9].expression);
}

TEST(LectureAnalogies, ATeamMayBeKnownWithoutItsCity) {
  WordVectors v;
  for (const char* word : {"canadiens", "montreal", "toronto", "maple_leafs"}) v.words.add(word);
  const LectureAnalogy hockey = lecture_analogies(v)[9];
  EXPECT_EQ(hockey.expression, "canadiens - montreal + toronto");
  EXPECT_EQ(hockey.answer, "maple_leafs");
  EXPECT_TRUE(hockey.missing.empty());
}

// What the lectures print comes out of the vectors that come with the program, where they have the
// words.
TEST(LectureAnalogies, AreAnsweredAsTheLecturesSay) {
  Inputs inputs;
  inputs.scene = "word-arithmetic";
  const std::pair<const char*, const char*> asked[] = {
      {"paris - france + italy", "rome"},
      {"king - man + woman", "queen"},
      {"bigger - big + cold", "colder"},
      {"big - small + smallest", "biggest"},
      {"reading - read + think", "thinking"},
      {"dollars - dollar + mouse", "mice"},
      {"sushi - japan + germany", "bratwurst"},
      {"cu - copper + gold", "au"},
      {"windows - microsoft + google", "android"},
      {"canadiens - montreal + toronto", "maple_leafs"}};
  for (const auto& [expression, answer] : asked) {
    inputs.options["expression"] = std::string(expression);
    const RunPtr now = run(inputs);
    for (const std::string& word : rows_of(now, "add.top")) {
      const auto& words = now->tokens[0];
      if (std::find(words.begin(), words.end(), word) != words.end()) continue;
      EXPECT_EQ(word, answer) << expression;
      break;
    }
  }
}

}  // namespace
}  // namespace glassformer
