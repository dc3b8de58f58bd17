#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "app/own/check_own.h"
#include "app/own/own_options.h"
#include "core/lesson/forms.h"
#include "tests/app/lessons/shipped.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

// What `glassformer lessons --check --own` tells: with a user's own sentence, word vectors or model
// no lesson says anything that is true only of ours.
namespace glassformer::testing {
namespace {

// With what this lesson's options may be. Models are made, and some trained, when the first lesson
// takes them: once for all lessons.
std::vector<OwnThing> things_for(const Lesson& lesson) {
  static const std::vector<OwnThing> of_all = own_things();
  std::vector<OwnThing> things = of_all;
  const std::vector<OwnThing> options = own_options(lesson, things);
  things.insert(things.end(), options.begin(), options.end());
  return things;
}

class OwnThings : public ::testing::TestWithParam<std::string> {};

TEST_P(OwnThings, LeaveNothingWrong) {
  const auto lesson = std::find_if(shipped().begin(), shipped().end(),
                                   [&](const Lesson& one) { return one.id == GetParam(); });
  std::vector<OurWords> words = our_words();
  for (const OwnThing& thing : things_for(*lesson)) {
    const auto found = check_own(*lesson, thing, words);
    EXPECT_EQ(found.value_or(std::vector<std::string>{}), std::vector<std::string>{})
        << "with " << thing.name;
  }
  EXPECT_EQ(needless(*lesson, words), std::vector<std::string>{});
}

class OwnThingsOnADecoder : public ::testing::TestWithParam<std::string> {};

TEST_P(OwnThingsOnADecoder, LeaveNothingWrong) {
  const Lesson& form = *std::ranges::find(second_forms(), GetParam(), &Lesson::id);
  std::vector<OurWords> words = our_words();
  for (const OwnThing& thing : things_for(form)) {
    const auto found = check_own(form, thing, words);
    EXPECT_EQ(found.value_or(std::vector<std::string>{}), std::vector<std::string>{})
        << "with " << thing.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, OwnThingsOnADecoder,
                         ::testing::Values("heads", "walkthrough", "gradients",
                                           "positional-curves"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

INSTANTIATE_TEST_SUITE_P(Lessons, OwnThings, ::testing::ValuesIn(shipped_ids()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// What the check finds of a lesson whose only step says `text`, with a sentence of another user.
std::string found_in(const std::string& text, std::vector<OurWords> words = {},
                     const std::string& more = "") {
  const Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "multi-head",
      "text": "the cat sleeps", "config": {"heads": 1, "d_model": 4},
      "steps": [{"title": "One", "text": ")" +
                                         text + "\"" + more + "}]}",
                                     "a.json");
  std::string all;
  for (const OwnThing& thing : own_things()) {
    if (thing.name != "a sentence of 3 words") continue;
    const auto found = check_own(lesson, thing, words);
    for (const std::string& one : found.value()) all += one + "\n";
  }
  return all;
}

TEST(CheckOwn, FindsWhatIsWrong) {
  EXPECT_EQ(found_in("“\\\\row{x}{0}” has \\\\cols{x} numbers."), "");
  EXPECT_NE(found_in("Look at “cat”.").find("“cat” is not on the stage"), std::string::npos);
  EXPECT_NE(found_in("It has 17 rows.").find("the number 17 is typed"), std::string::npos);
  EXPECT_NE(found_in("\\\\own{It sleeps.}").find("there is nothing to read"), std::string::npos);
  EXPECT_NE(found_in("\\\\own{The cat, }then.").find("begins with a small letter"),
            std::string::npos);
}

TEST(CheckOwn, QuotedWordsStandTogetherOrAreWrittenByTheRun) {
  EXPECT_EQ(found_in("Look at “dogs chase”."), "");
  EXPECT_NE(found_in("Look at “cats dogs”.").find("“cats dogs” is not on the stage"),
            std::string::npos)
      << "each of the words is";
  EXPECT_EQ(found_in("Look at “\\\\row{x}{2} \\\\row{x}{0}”."), "");
}

TEST(CheckOwn, ARefusalIsOneOfTheList) {
  const auto shipped_one = std::ranges::find(shipped(), "compare-vectors", &Lesson::id);
  const auto found_with = [&](std::vector<OurWords> words) {
    std::string all;
    for (const OwnThing& thing : own_things()) {
      if (thing.name != "vectors of 300 words") continue;
      const auto found = check_own(*shipped_one, thing, words);
      for (const std::string& one : found.value()) all += one + "\n";
    }
    return all;
  };
  const std::string refusal = "a comparison needs at least";
  EXPECT_EQ(found_with(our_words()).find(refusal), std::string::npos);
  EXPECT_NE(found_with({}).find(refusal), std::string::npos);
}

// An option may take away a matrix in which the step sets cells: the step is shown without them.
TEST(CheckOwn, AnOptionThatTakesAwayAMatrixLeavesOutTheLessonsCells) {
  const Lesson& lesson = *std::ranges::find(shipped(), "multi-head", &Lesson::id);
  Session session({lesson});
  session.open(lesson);
  session.step = 10;
  session.enter_step();
  session.settle(0);
  EXPECT_EQ(session.run()->tape.value(session.run()->tape.find("head.1.weights"))(7, 1), 0.8F);
  session.post(SetOption{"heads", 1.0, 1});
  session.settle(1);
  EXPECT_FALSE(session.message_is_error) << session.message;
  EXPECT_FALSE(session.run()->tape.find("head.2.weights"));
  session.post(SetOption{"heads", 2.0, 2});
  session.settle(2);
  EXPECT_EQ(session.run()->tape.value(session.run()->tape.find("head.1.weights"))(7, 1), 0.8F);
}

TEST(CheckOwn, WhatTheListLetsStandIsNeeded) {
  const Lesson lesson = *std::ranges::find(shipped(), "huffman-tree", &Lesson::id);
  std::vector<OurWords> words(2);
  words[0].numbers = {"5", "6"};
  words[1].words = "“cat”";
  for (OurWords& one : words) one.lessons = {"huffman-tree"};
  words[0].excused = {"6"};
  const std::vector<std::string> found = needless(lesson, words);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NE(found[0].find("lets \"5\" stand, and nothing says it"), std::string::npos);
  EXPECT_NE(found[1].find("lets \"cat\" stand"), std::string::npos);
  words[1].lessons = {"glove"};
  EXPECT_EQ(needless(lesson, words).size(), 1U) << "of another lesson";
}

TEST(CheckOwn, WhatIsLeftOutNeedsSomethingInItsPlace) {
  const auto asking = [](const std::string& question) {
    return R"(, "ask": {"question": ")" + question + R"(", "answer": "The first."})";
  };
  EXPECT_EQ(found_in("It has rows.", {}, asking("Which row?")), "");
  EXPECT_NE(found_in("It has rows.", {}, asking("\\\\own{Which row?}"))
                .find("the question is left out, and nothing stands in its place"),
            std::string::npos);
  EXPECT_EQ(found_in("It has rows.", {}, asking("\\\\if{ours}{Which row?}{Which of yours?}")), "");
  EXPECT_NE(found_in("\\\\own{It has rows.}", {}, asking("Which row?"))
                .find(".text: it is left out, and nothing stands in its place"),
            std::string::npos);
}

TEST(CheckOwn, ReadsTheListOfOurWords) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& json) {
    std::ofstream(folder / "ours.json") << json;
    return read_our_words(folder / "ours.json");
  };
  std::vector<OurWords> words =
      read(R"([{"words": "\\bcats?\\b", "where": "our text", "why": "it is our cat"},
               {"numbers": ["17"], "lessons": ["a"], "steps": [1], "why": "as in the paper"},
               {"numbers": ["18"], "lessons": ["a"], "steps": [2], "why": "likewise"}])");
  ASSERT_EQ(words.size(), 3U);
  EXPECT_NE(found_in("The cat sleeps.", words).find("\"cat\" is true only of what"),
            std::string::npos);
  EXPECT_EQ(found_in("It has 17 rows.", words), "");
  EXPECT_NE(found_in("It has 18 rows.", words).find("the number 18 is typed"), std::string::npos)
      << "it may be typed in another step alone";
  EXPECT_EQ(found_in("Concatenate.", words), "");
  EXPECT_NE(message_of([&] { read(R"([{"words": "("}])"); }).find("is no regular expression"),
            std::string::npos);
  EXPECT_NE(message_of([&] { read(R"([{"word": "x"}])"); }).find("did you mean 'words'"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer::testing
