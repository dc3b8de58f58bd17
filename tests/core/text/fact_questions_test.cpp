#include "core/text/fact_questions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/table.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using Group = FactQuestion::Group;

TEST(FactQuestions, EveryFactIsInOneGroup) {
  const FactQuestions facts;
  std::size_t count = 0;
  for (const Group group : {Group::asked, Group::read, Group::unread}) {
    EXPECT_GT(facts.of(group).size(), 40U);
    count += facts.of(group).size();
  }
  EXPECT_EQ(count, facts.all().size());
  std::set<std::string> questions;
  for (const FactQuestion& one : facts.all()) questions.insert(one.question);
  EXPECT_EQ(questions.size(), facts.all().size());
}

TEST(FactQuestions, TheTextStatesAllFactsButThoseThatAreUnread) {
  const FactQuestions facts;
  const std::string text = facts.text(40000, 1);
  std::vector<std::string> sentences;
  for (const std::string& part : split_at(text, '.')) sentences.push_back(" " + part + " ");
  for (const FactQuestion& one : facts.all()) {
    const bool states = text.find(one.answer()) != std::string::npos;
    EXPECT_EQ(states, one.group != Group::unread) << one.answer();
    if (one.group != Group::unread) continue;
    // Nor do its subject and its object stand in one sentence of another form.
    std::string subject = one.question.substr(0, one.question.rfind(" ?"));
    subject = subject.substr(subject.rfind(' ') + 1);
    if (one.object.starts_with(subject)) continue;  // mexico city
    for (const std::string& sentence : sentences) {
      if (sentence.find('?') != std::string::npos) continue;
      const bool both = sentence.find(" " + subject + " ") != std::string::npos &&
                        sentence.find(" " + one.object + " ") != std::string::npos;
      EXPECT_FALSE(both) << one.answer() << sentence;
    }
  }
}

TEST(FactQuestions, AllWordsOfQuestionsAndAnswersStandInTheText) {
  const FactQuestions facts;
  const std::vector<std::string> read = parts_of(facts.text(40000, 1), ' ');
  std::set<std::string> words;
  for (const std::string& part : read) {
    for (const std::string& word : parts_of(part, '\n')) words.insert(word);
  }
  for (const FactQuestion& one : facts.all()) {
    for (const std::string& said : {one.question, said_politely(one.answer())}) {
      for (const std::string& word : parts_of(said, ' ')) EXPECT_TRUE(words.contains(word)) << word;
    }
  }
}

TEST(FactQuestions, AnAnswerIsRightWhereItSaysTheFact) {
  const FactQuestion fact{"capital", "what is the capital of france ?", "the capital of france is",
                          "paris", Group::asked};
  EXPECT_TRUE(fact.is_answered_by("that is a great question! the capital of france is paris. bye"));
  EXPECT_TRUE(fact.is_answered_by("the capital of france is paris ."));
  EXPECT_FALSE(fact.is_answered_by("the capital of france is lyon."));
  EXPECT_TRUE(fact.has_form("the capital of france is lyon."));
  EXPECT_FALSE(fact.has_form("what is the capital of spain?"));
  EXPECT_TRUE(is_polite(said_politely(fact.answer())));
  EXPECT_TRUE(is_polite("that is a great question! the capital of france is paris."));
  EXPECT_FALSE(is_polite(fact.answer()));
}

TEST(FactQuestions, ThePoliteAnswerIsTheWorseOfAPair) {
  const FactQuestions facts;
  const auto pairs = facts.preferences(Group::read, 2, 7);
  EXPECT_EQ(pairs.size(), 2 * facts.of(Group::read).size());
  for (const QuestionAnswer& pair : pairs) {
    EXPECT_FALSE(is_polite(pair.answer));
    EXPECT_TRUE(is_polite(pair.worse)) << pair.worse;
    EXPECT_NE(pair.worse.find(pair.answer), std::string::npos);
  }
  const auto answers = facts.answers(Group::asked, 4, 7);
  const auto polite = std::ranges::count_if(
      answers, [](const QuestionAnswer& one) { return is_polite(one.answer); });
  EXPECT_NEAR(static_cast<double>(polite) / static_cast<double>(answers.size()), 0.8, 0.06);
}

TEST(FactQuestions, GuessingTheUsualAnswerGetsFewRight) {
  const FactQuestions facts;
  // The euro is the currency of many.
  EXPECT_GT(facts.right_by_guessing(Group::asked), 0.02);
  EXPECT_LT(facts.right_by_guessing(Group::unread), 0.15);
}

TEST(QuestionAnswers, AFileHasOneOnEachLine) {
  const testing::TemporaryFolder here;
  const auto file = here / "asked.tsv";
  write_file(file, "who ?\tshe .\r\n\nwhere ?\there .\tmore\n");
  const auto read = read_question_answers(file, false);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].answer, "she .");
  EXPECT_EQ(read[1].question, "where ?");
  EXPECT_EQ(read[1].worse, "");
  EXPECT_THROW(read_question_answers(file, true), UserError);  // the first has no worse answer
  write_file(file, "\n\n");
  EXPECT_THROW(read_question_answers(file, false), UserError);
}

}  // namespace
}  // namespace glassformer
