#include <gtest/gtest.h>

#include <algorithm>

#include "core/lesson/lesson.h"

namespace glassformer {
namespace {

// q = [1, 0], k = [[2, 0], [0, 3]]: the scores are [2, 0].
std::vector<std::string> check(const std::string& more) {
  return check_lesson(parse_lesson(R"({"id": "a", "title": "A", "model": "attention",
      "given": {"q": [[1, 0]], "k": [[2, 0], [0, 3]]},)" +
                                       more + "}",
                                   "a.json"));
}

TEST(CheckLesson, SaysNothingWhenAllHolds) {
  EXPECT_EQ(check(R"("steps": [{"title": "a", "focus": "scores", "cell": [0, 1]}, {"title": "b"}],
                     "expect": [{"path": "scores", "values": [[2, 0]]},
                                {"path": "k", "values": [[3]], "at": [1, 1], "tolerance": 0}],
                     "printed": [{"path": "scores", "values": [["2", ""]]}])"),
            std::vector<std::string>{});
}

TEST(CheckLesson, NamesTheCellThatDiffers) {
  const auto said = check(R"("expect": [{"path": "scores", "values": [[2, 0.5]]}])");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0], "expect[0]: scores[0, 1] is 0, expected 0.5 within 1e-06");
}

TEST(CheckLesson, ToleranceIsWhatItIsSaidToBe) {
  const auto off_by = [](const std::string& expected) {
    return check(R"("expect": [{"path": "scores", "values": [[)" + expected +
                 R"(, 0]], "tolerance": 0.01}])");
  };
  EXPECT_TRUE(off_by("2.009").empty());
  EXPECT_EQ(off_by("2.02").size(), 1u);
  EXPECT_EQ(off_by("1.98").size(), 1u);
}

// What a step asks for and does not get is told of the step, as of the beginning.
TEST(CheckLesson, SaysWhatAStepSetsInVain) {
  const auto lesson = [](const std::string& order) {
    return check_lesson(parse_lesson(
        R"({"id": "a", "title": "A", "model": "permutation", "text": "the cat sat",
            "steps": [{"title": "b", "set": {"permutation": )" +
            order + "}}]}",
        "a.json"));
  };
  EXPECT_EQ(lesson("[2, 0, 1]"), std::vector<std::string>{});
  const auto said = lesson("[1, 0]");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].starts_with("steps[0].set: the chosen order is none of 3")) << said[0];
}

TEST(CheckLesson, CountsTheCellsThatDiffer) {
  const auto said = check(R"("expect": [{"path": "k", "values": [[1, 1], [1, 1]]}])");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("(4 cells differ)"), std::string::npos) << said[0];
}

TEST(CheckLesson, NamesAPathThatIsNotThere) {
  const auto said = check(R"("steps": [{"title": "a", "focus": "score"}],
                             "expect": [{"path": "nothing", "values": [[1]]}],
                             "printed": [{"path": "k2", "values": [["1"]]}])");
  ASSERT_EQ(said.size(), 3u);
  EXPECT_NE(said[0].find("steps[0]: the run has no matrix 'score'; did you mean 'scores'?"),
            std::string::npos)
      << said[0];
  EXPECT_NE(said[1].find("expect[0]"), std::string::npos);
  EXPECT_NE(said[2].find("printed[0]"), std::string::npos);
}

TEST(CheckLesson, NamesWhatLiesOutside) {
  const auto said = check(R"("steps": [{"title": "a", "focus": "k", "cell": [2, 0]}],
                             "expect": [{"path": "k", "values": [[3]], "at": [1, 1000000000]},
                                        {"path": "scores", "values": [[1], [2]]}],
                             "printed": [{"path": "q", "values": [["1", "2", "3"]]}])");
  ASSERT_EQ(said.size(), 4u);
  EXPECT_NE(said[0].find("steps[0].cell: k has no row 2: it has 2, counted from 0"),
            std::string::npos);
  EXPECT_NE(said[2].find("a matrix of 2 × 1"), std::string::npos) << said[2];
}

TEST(CheckLesson, TheLargestOfARowIsSomewhere) {
  EXPECT_TRUE(check(R"("steps": [{"title": "a", "focus": "k", "cell": [1, "largest"]}])").empty());
  const auto said = check(R"("steps": [{"title": "a", "focus": "k", "cell": [2, "largest"]}])");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("k has no row 2: it has 2"), std::string::npos) << said[0];
}

// Of the lesson's own tokens, whichever way a condition goes.
TEST(CheckLesson, ANameOfACellMustOccur) {
  const auto with_cell = [](const std::string& cell) {
    return check_lesson(parse_lesson(
        R"({"id": "a", "title": "A", "model": "attention", "tokens": ["a", "b"],
            "given": {"scores": [[1, 2], [3, 0]], "v": [[1, 0], [0, 1]]},
            "steps": [{"title": "a", "focus": "scores", "cell": )" +
            cell + "}]}",
        "a.json"));
  };
  for (const char* const good : {R"(["a", "b"])", R"(["\\if{ours}{a}{last}", "largest"])",
                                 R"(["last", "\\if{our text}{b}{largest}"])"}) {
    EXPECT_EQ(with_cell(good), std::vector<std::string>{}) << good;
  }
  for (const char* const bad : {R"(["cat", 0])", R"([0, "cat"])", R"(["\\if{ours}{a}{cat}", 0])",
                                R"(["\\if{not ours}{cat}{last}", 0])"}) {
    const auto said = with_cell(bad);
    ASSERT_EQ(said.size(), 1u) << bad;
    EXPECT_TRUE(said[0].starts_with("steps[0].cell: scores has no ") &&
                said[0].find("\"cat\"") != std::string::npos)
        << said[0];
  }
  EXPECT_FALSE(with_cell(R"(["\\if{ours}{a}", 0])").empty()) << "a group is missing";
}

TEST(CheckLesson, ReadsTitlesAsItReadsTexts) {
  const auto said = check(R"("steps": [{"title": "\\if{our text}{a}{b}"},
                                       {"title": "\\value{nothing}{0}{0}"}])");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("steps[1].title: \\value: the run has no matrix 'nothing'"),
            std::string::npos)
      << said[0];
}

TEST(CheckLesson, SaysWhyALessonDoesNotRun) {
  const auto said = check(R"("edits": {"nothing": [[0, 0, 1]]})");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("does not run"), std::string::npos);
  EXPECT_NE(said[0].find("nothing"), std::string::npos);
}

// A matrix that reaches beyond the last row or column by one.
TEST(CheckLesson, AMatrixMustFit) {
  for (const char* const at : {"[1, 0]", "[0, 1]"}) {
    const auto said = check(
        std::string(R"("expect": [{"path": "k", "values": [[0, 0], [0, 0]], "at": )") + at + "}]");
    ASSERT_EQ(said.size(), 1u) << at;
    EXPECT_NE(said[0].find("lies outside k"), std::string::npos) << said[0];
  }
}

// Claims are numbered behind the numbers, in the order of the two lists.
TEST(CheckLesson, ClaimsAreCountedBehindTheNumbers) {
  const auto said =
      check(R"("expect": [{"path": "k", "values": [[2]]}, {"largest": ["scores", 0, 1]}])");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].starts_with("expect[1]: ")) << said[0];
}

// Whatever of a step names a matrix or a cell is looked up.
TEST(CheckLesson, LooksAtEachPartOfAStep) {
  const auto said = check(R"("steps": [{"title": "a", "touch": {"cells": [["scores", 0, 7]]},
      "text": "It is \\value{one}{0}{0}.", "try": "See \\value{two}{0}{0}.",
      "ask": {"question": "Is it \\value{three}{0}{0}?", "hide": [["scores", 9]],
              "answer": "It is \\value{four}{0}{0}."}}])");
  const auto told = [&](const char* where, const char* what) {
    return std::ranges::any_of(said, [&](const std::string& sentence) {
      return sentence.starts_with(std::string("steps[0].") + where + ":") &&
             sentence.find(what) != sentence.npos;
    });
  };
  EXPECT_TRUE(told("touch", "row 0, column 7"));
  EXPECT_TRUE(told("ask.hide", "row 9"));
  EXPECT_TRUE(told("text", "one"));
  EXPECT_TRUE(told("try", "two"));
  EXPECT_TRUE(told("ask.question", "three"));
  EXPECT_TRUE(told("ask.answer", "four"));
}

}  // namespace
}  // namespace glassformer
