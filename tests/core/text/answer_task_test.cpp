#include "core/text/answer_task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

using Kind = AnswerTask::Kind;

TEST(AnswerTask, EveryLineOfLettersIsItsQuestionAndTheSameInOrder) {
  const AnswerTask task{.kind = Kind::sort, .letters = 6, .kinds = 3};
  ASSERT_EQ(task.questions(), 729);
  std::set<std::string> questions;
  for (std::int64_t i = 0; i < task.questions(); ++i) {
    const std::string line = task.line(i), question = line.substr(0, 6);
    questions.insert(question);
    std::string answer = line.substr(7);
    EXPECT_EQ(line[6], '=');
    EXPECT_TRUE(std::ranges::is_sorted(answer));
    EXPECT_TRUE(std::ranges::is_permutation(answer, question));
  }
  EXPECT_EQ(questions.size(), 729U);
}

TEST(AnswerTask, SumsAreWrittenFromEitherEndAndFilledUpWithZeros) {
  AnswerTask task{.kind = Kind::add, .digits = 2, .backwards = true};
  EXPECT_EQ(task.questions(), 10'000);
  EXPECT_EQ(task.line(5768), "57+68=521");
  EXPECT_EQ(task.line(0), "00+00=000");
  EXPECT_EQ(task.line(907), "09+07=610");
  task.backwards = false;
  EXPECT_EQ(task.line(5768), "57+68=125");
  EXPECT_EQ(task.line(9999), "99+99=198");
  EXPECT_EQ(task.answer_length(), 3);
  EXPECT_EQ(task.question_length(), 5);
}

TEST(AnswerTask, WhatIsKeptApartDependsOnTheSeedAlone) {
  const AnswerTask task{.kind = Kind::sort, .letters = 6, .kinds = 10};
  const auto apart = kept_apart(task, 5000, 1);
  EXPECT_EQ(apart.size(), 5000U);
  EXPECT_EQ(std::set(apart.begin(), apart.end()).size(), 5000U);
  EXPECT_TRUE(std::ranges::is_sorted(apart));
  EXPECT_GE(apart.front(), 0);
  EXPECT_LT(apart.back(), task.questions());
  EXPECT_EQ(apart, kept_apart(task, 5000, 1));
  EXPECT_NE(apart, kept_apart(task, 5000, 2));
}

TEST(AnswerTask, SizesThatCannotBeAreRefused) {
  const AnswerTask small{.kind = Kind::sort, .letters = 2, .kinds = 2};
  EXPECT_THROW(kept_apart(small, 4, 1), UserError);
  EXPECT_NO_THROW(kept_apart(small, 3, 1));
  EXPECT_THROW((AnswerTask{.kind = Kind::sort, .letters = 12, .kinds = 26}.check()), UserError);
  EXPECT_THROW((AnswerTask{.kind = Kind::sort, .letters = 1}.check()), UserError);
  EXPECT_THROW((AnswerTask{.kind = Kind::add, .digits = 7}.check()), UserError);
}

}  // namespace
}  // namespace glassformer
