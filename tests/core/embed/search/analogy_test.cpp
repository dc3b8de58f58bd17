#include "core/embed/search/analogy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/embed/eval/evaluate.h"
#include "core/embed/search/expression.h"
#include "core/embed/vectors/subwords.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

// Random vectors of length 1, but for a parallelogram: queen = king - man + woman.
WordVectors royals() {
  WordVectors v;
  RowsBuilder rows(9, 6);
  Rng rng(5);
  for (std::size_t r = 0; r < 9; ++r) {
    for (float& cell : rows[r]) cell = static_cast<float>(rng.normal());
  }
  for (std::size_t k = 0; k < 6; ++k) rows[3][k] = rows[0][k] - rows[1][k] + rows[2][k];
  for (const char* word :
       {"king", "man", "woman", "queen", "West-Berlin", "New York", "1984", "big", "small"}) {
    v.words.add(word);
  }
  v.vectors = rows.finish();
  return v;
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

double dot(const WordTerm& a, const WordTerm& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.direction.size(); ++k) sum += a.direction[k] * b.direction[k];
  return sum;
}

// The three formulas as the paper has them.
double naive(const WordVectors& v, const std::vector<WordTerm>& t, int id, AnalogyMethod method) {
  const WordTerm x = term_of(v, std::string(v.words[static_cast<std::size_t>(id)]));
  const WordTerm &b = t[0], &a = t[1], &c = t[2];
  if (method == AnalogyMethod::multiply) {
    const auto shifted = [](double cosine) { return (cosine + 1) / 2; };
    return shifted(dot(x, b)) * shifted(dot(x, c)) / (shifted(dot(x, a)) + 0.001);
  }
  double product = 0, left = 0, right = 0;
  for (std::size_t k = 0; k < x.direction.size(); ++k) {
    const bool add = method == AnalogyMethod::add;
    const double one = add ? x.direction[k] : x.direction[k] - c.direction[k];
    const double other = b.direction[k] - a.direction[k] + (add ? c.direction[k] : 0);
    product += one * other;
    left += one * one;
    right += other * other;
  }
  return product / std::sqrt(left * right);
}

TEST(Analogy, EveryMethodIsItsFormula) {
  const WordVectors v = royals();
  const std::vector<WordTerm> terms = terms_of(v, "king - man + woman");
  for (const AnalogyMethod method :
       {AnalogyMethod::add, AnalogyMethod::multiply, AnalogyMethod::direction}) {
    AnalogyOptions options;
    options.count = 6;
    const auto found = answers(v, terms, method, options);
    ASSERT_EQ(found.size(), 6U);
    for (const Answer& answer : found) {
      EXPECT_GT(answer.id, 2);  // none of the question
      EXPECT_NEAR(answer.score, naive(v, terms, answer.id, method), 1e-5) << name_of(method);
      EXPECT_NEAR(score_of(terms, answer.cosines, method), answer.score, 1e-5);
    }
    for (std::size_t i = 1; i < 6; ++i) EXPECT_GE(found[i - 1].score, found[i].score);
  }
}

TEST(Analogy, WithoutExclusionTheQuestionItselfMayWin) {
  const WordVectors v = royals();
  AnalogyOptions options;
  options.exclude = false;
  options.count = 9;
  const auto found = answers(v, terms_of(v, "king"), AnalogyMethod::add, options);
  ASSERT_EQ(found.size(), 9U);
  EXPECT_EQ(v.words[static_cast<std::size_t>(found[0].id)], "king");
  EXPECT_NEAR(found[0].score, 1, 1e-6);
}

TEST(Analogy, DirectionAsksForAParallelogram) {
  const WordVectors v = royals();
  for (const char* text : {"king", "king - man", "2*king - man + woman", "king + man + woman"}) {
    EXPECT_NE(error_of([&] {
                answers(v, terms_of(v, text), AnalogyMethod::direction);
              }).find("of the form b - a + c"),
              std::string::npos)
        << text;
  }
}

TEST(Analogy, UnknownWordsAreComposedWhereThatIsAskedForOrNothingIsSpeltLikeThem) {
  WordVectors v = royals();
  EXPECT_NE(error_of([&] { term_of(v, "quen"); }).find("did you mean queen"), std::string::npos);
  EXPECT_EQ(term_of(v, "King").word, "king");  // other capitals stand for the listed word
  EXPECT_EQ(term_of(v, "KING").id, v.words.find("king"));
  EXPECT_NE(error_of([&] { term_of(v, "~quen"); }).find("nothing to compose 'quen' of"),
            std::string::npos);
  auto subwords = std::make_shared<Subwords>();
  RowsBuilder buckets(7, 6);
  for (std::size_t r = 0; r < 7; ++r) buckets[r][r % 6] = 1;
  subwords->buckets = buckets.finish();
  v.subwords = subwords;
  const std::string offer = error_of([&] { term_of(v, "quen"); });
  EXPECT_NE(offer.find("did you mean queen? ~quen composes"), std::string::npos) << offer;
  for (const char* const typed : {"~quen", "smartphone"}) {
    const WordTerm made = term_of(v, typed);
    EXPECT_EQ(made.id, -1) << typed;
    EXPECT_NEAR(dot(made, made), 1, 1e-6) << typed;
  }
  EXPECT_EQ(term_of(v, "~quen").word, "quen");
  EXPECT_EQ(term_of(v, "~queen").id, -1) << "asked for, though the word is listed";
  EXPECT_NE(error_of([&] { term_of(v, "~"); }).find("there is none; write one"), std::string::npos);

  const std::vector<RatedPair> pairs{{"king", "queen", 1}, {"king", "quen", 2}, {"man", "mam", 3}};
  EXPECT_EQ(evaluate_similarity(v, pairs).missing, 2U);
  EXPECT_EQ(evaluate_similarity(v, pairs, true).missing, 0U);
}

struct Parsed {
  std::string text, terms;
};

std::string parsed(const std::string& text) {
  const WordVectors v = royals();
  std::string terms;
  for (const ExpressionTerm& t : parse_expression(text, words_known(v))) {
    char factor[32];
    std::snprintf(factor, sizeof factor, "%g", t.factor);
    terms += (terms.empty() ? "" : " ") + std::string(factor) + "[" + t.word + "]";
  }
  return terms;
}

TEST(Expression, MeansWhatItMeansInArithmetic) {
  const Parsed cases[] = {{"king", "1[king]"},
                          {"king - man + woman", "1[king] -1[man] 1[woman]"},
                          {"king-man+woman", "1[king] -1[man] 1[woman]"},
                          {"-man", "-1[man]"},
                          {"+man", "1[man]"},
                          {"2*big - small", "2[big] -1[small]"},
                          {"big * 2 - small / 4", "2[big] -0.25[small]"},
                          {"2 * big * 3", "6[big]"},
                          {"0.5*(king - man)", "0.5[king] -0.5[man]"},
                          {"woman - (man - king)", "1[woman] -1[man] 1[king]"},
                          {"-(king - (man - woman)) / 2", "-0.5[king] 0.5[man] -0.5[woman]"},
                          {"\"New York\" - big", "1[New York] -1[big]"},
                          {"West-Berlin - big", "1[West-Berlin] -1[big]"},
                          {"West-Berlin-big", "1[West-Berlin] -1[big]"},
                          {"West - Berlin", "1[West] -1[Berlin]"},
                          {"1984", "1[1984]"},
                          {"1984 - big", "1[1984] -1[big]"},
                          {"2*1984", "2[1984]"},
                          {"king + king - man", "2[king] -1[man]"},
                          {"king + man - man", "1[king]"},
                          {"  king  ", "1[king]"},
                          {"3d + 2nd", "1[3d] 1[2nd]"},
                          {"king/2/2", "0.25[king]"},
                          {"king*-2", "-2[king]"},
                          {"king / -2 * 3", "-1.5[king]"},
                          {"big + (-2)*king", "1[big] -2[king]"},
                          {"(1/2)*king", "0.5[king]"},
                          {"king*(2)", "2[king]"},
                          {"king*(1 + 2)", "3[king]"},
                          {"king - -man", "1[king] 1[man]"},
                          {"--king", "1[king]"},
                          {"1/2*king", "0.5[king]"},
                          {"2*(3*(king - 1984))", "6[king] -6[1984]"},
                          {"1e-30*king", "1e-30[king]"},
                          {"a\xff + king", "1[a\xff] 1[king]"},
                          {"東京 - 日本", "1[東京] -1[日本]"}};
  for (const Parsed& c : cases) EXPECT_EQ(parsed(c.text), c.terms) << c.text;
}

TEST(Expression, APrintedMinusIsAMinus) {
  const Parsed cases[] = {{"king − man + woman", "1[king] -1[man] 1[woman]"},
                          {"king – man", "1[king] -1[man]"},
                          {"king−man–woman", "1[king] -1[man] -1[woman]"},
                          {"−man", "-1[man]"},
                          {"king − −man", "1[king] 1[man]"},
                          {"king*−2", "-2[king]"},
                          {"2−big", "1[2] -1[big]"},
                          {"West-Berlin − big", "1[West-Berlin] -1[big]"}};
  for (const Parsed& c : cases) EXPECT_EQ(parsed(c.text), c.terms) << c.text;
}

TEST(Expression, AWordInOtherCapitalsIsTheListedOne) {
  const Parsed cases[] = {{"King - MAN", "1[king] -1[man]"},
                          {"west-berlin", "1[West-Berlin]"},
                          {"King + king", "2[king]"},
                          {"King-Man", "1[king] -1[man]"},
                          {"\"new york\"", "1[New York]"}};
  for (const Parsed& c : cases) EXPECT_EQ(parsed(c.text), c.terms) << c.text;
  const WordVectors v = royals();
  ExpressionNotes notes;
  terms_of(v, "King - man", &notes);
  EXPECT_EQ(notes.all(), std::vector<std::string>{"not listed so: King; king was taken"});
}

TEST(Expression, AQuotedPhraseMayBeListedWithJoints) {
  WordVectors joined;
  for (const char* word : {"new_york", "Buenos_Aires", "baden-baden"}) joined.words.add(word);
  RowsBuilder rows(3, 6);
  for (std::size_t r = 0; r < 3; ++r) rows[r][r] = 1;
  joined.vectors = rows.finish();
  ExpressionNotes notes;
  const auto terms = terms_of(joined, "\"new york\" - \"buenos aires\" + \"baden baden\"", &notes);
  ASSERT_EQ(terms.size(), 3U);
  EXPECT_EQ(terms[0].word, "new_york");
  EXPECT_EQ(terms[1].word, "Buenos_Aires");
  EXPECT_EQ(terms[2].word, "baden-baden");
  EXPECT_EQ(notes.respelled,
            "not listed so: new york, buenos aires, baden baden; new_york, Buenos_Aires, "
            "baden-baden were taken");
}

TEST(Expression, ErrorsPrintTheTextAsItWasTyped) {
  const WordVectors v = royals();
  const std::string told = error_of([&] { terms_of(v, "\"old york\" - man"); });
  EXPECT_TRUE(told.starts_with("\"old york\" - man, at character 1: there is no word 'old york'"))
      << told;
}

TEST(Expression, ErrorsSayWhereAndWhat) {
  const Parsed cases[] = {{"", "nothing to work out"},
                          {"   ", "nothing to work out"},
                          {"king -", "at character 7: a word is missing at the end"},
                          {"king - * man", "at character 8: a word is expected before '*'"},
                          {"king - - man", "at character 8: a word is missing between two signs"},
                          {"king + - man", "at character 8: a word is missing between two signs"},
                          {"king man", "at character 6: a + or - is missing before this"},
                          {"(king - man", "at character 1: the bracket ( is never closed"},
                          {"king)", "at character 5: the bracket ) closes none"},
                          {"\"New York", "at character 1: the quotation mark is never closed"},
                          {"\"\"", "nothing between the quotation marks"},
                          {"king * man", "at character 8: words cannot be multiplied"},
                          {"king / 0", "a number that is not 0 is expected"},
                          {"king / man", "a number that is not 0 is expected"},
                          {"2 *", "at character 4: a word is missing at the end"},
                          {"king - king", "take each other away"},
                          {"東京 - ", "at character 6: a word is missing at the end"},
                          {"2 / king", "a number that is not 0 is expected after /"},
                          {"(king)*(man)", "at character 8: words cannot be multiplied"},
                          {"1e-46*king", "its factor is too small"},
                          {"1e39*king", "its factor is too large"},
                          {"1e-999*king", "at character 1: this number is too large or too small"},
                          {std::string(100, '('), "brackets are nested more than 32 deep"}};
  for (const Parsed& c : cases) {
    EXPECT_NE(error_of([&] { parsed(c.text); }).find(c.terms), std::string::npos)
        << c.text << " → " << error_of([&] { parsed(c.text); });
  }
}

TEST(Expression, AnUnknownWordIsNamedWithItsPlaceAndItsLikes) {
  const WordVectors v = royals();
  const std::string told = error_of([&] { terms_of(v, "king - mann + woman"); });
  EXPECT_NE(told.find("at character 8: there is no word 'mann'"), std::string::npos) << told;
  EXPECT_NE(told.find("did you mean man"), std::string::npos) << told;
}

TEST(Expression, SaysWhichWordWasCutAtItsHyphens) {
  WordVectors v = royals();
  ExpressionNotes notes;
  EXPECT_EQ(terms_of(v, "king-man-woman + West-Berlin", &notes).size(), 4U);
  ASSERT_EQ(notes.cut.size(), 1U);
  EXPECT_NE(notes.cut[0].find("'king-man-woman' is no word"), std::string::npos) << notes.cut[0];
  notes = {};
  terms_of(v, "king - man+woman", &notes);
  EXPECT_TRUE(notes.all().empty());
  auto subwords = std::make_shared<Subwords>();
  RowsBuilder buckets(7, 6);
  for (std::size_t r = 0; r < 7; ++r) buckets[r][r % 6] = 1;
  subwords->buckets = buckets.finish();
  v.subwords = subwords;
  EXPECT_EQ(terms_of(v, "king-man", &notes).size(), 1U) << "any word can be made of its n-grams";
  EXPECT_EQ(terms_of(v, "king-man+woman", &notes).size(), 3U);
  EXPECT_TRUE(notes.all().size() <= 1U);
}

TEST(Analogy, WhatIsNoNumberIsNeverAnAnswerAndCannotBeAsked) {
  WordVectors v = royals();
  RowsBuilder rows(9, 6);
  for (std::size_t r = 0; r < 9; ++r) {
    for (std::size_t k = 0; k < 6; ++k) rows[r][k] = v.vectors[r][k];
  }
  rows[8][2] = std::nanf("");
  v.vectors = rows.finish();
  for (const AnalogyMethod method :
       {AnalogyMethod::add, AnalogyMethod::multiply, AnalogyMethod::direction}) {
    for (const Answer& answer : answers(v, terms_of(v, "king - man + woman"), method)) {
      EXPECT_NE(answer.id, 8) << name_of(method);
    }
  }
  EXPECT_NE(error_of([&] { term_of(v, "small"); }).find("holds a number that is infinite or none"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
