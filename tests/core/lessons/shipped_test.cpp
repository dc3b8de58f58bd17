#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/lesson/lesson.h"
#include "tests/support/paths.h"

// The lessons that the program ships: what they claim must come out, and they must be worth
// reading. A new lesson is held to this by its file alone.
namespace glassformer {
namespace {

std::vector<Lesson> lessons() {
  std::vector<Lesson> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(testing::source_dir() / "assets" / "lessons")) {
    if (entry.path().extension() == ".json" && entry.path().stem() != "schema") {
      all.push_back(read_lesson(entry.path()));
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Lesson& a, const Lesson& b) { return a.order < b.order; });
  return all;
}

TEST(ShippedLessons, StandInTheOrderOfTheCourse) {
  const std::vector<std::string> first{"weather-stations",  "self-attention-by-hand",
                                       "thinking-machines", "masked-scores",
                                       "weighted-sum",      "loop-and-matrix",
                                       "score-functions",   "multi-head",
                                       "cross-attention",   "permutation"};
  std::vector<std::string> ids;
  std::string group;
  for (const Lesson& lesson : lessons()) {
    if (lesson.group == "Before") {
      EXPECT_TRUE(group == "Attention" || group == "Before") << group;
    }
    group = lesson.group;
    if (group != "Before") ids.push_back(lesson.id);
  }
  ASSERT_GE(ids.size(), first.size());
  ids.resize(first.size());
  EXPECT_EQ(ids, first);
}

TEST(ShippedLessons, ClaimOnlyWhatComesOut) {
  for (const Lesson& lesson : lessons()) {
    EXPECT_FALSE(lesson.expect.empty()) << lesson.id;
    for (const std::string& wrong : check_lesson(lesson))
      ADD_FAILURE() << lesson.id << ": " << wrong;
  }
}

TEST(ShippedLessons, ExplainEveryStep) {
  for (const Lesson& lesson : lessons()) {
    EXPECT_EQ(lesson.file.stem(), lesson.id);
    EXPECT_FALSE(lesson.title.empty()) << lesson.id;
    EXPECT_FALSE(lesson.group.empty()) << lesson.id;
    EXPECT_FALSE(lesson.source.empty()) << lesson.id;
    EXPECT_GE(lesson.steps.size(), 4u) << lesson.id;
    EXPECT_LE(lesson.steps.size(), 14u) << lesson.id;
    // What is trained while one looks on has no cells to open on yet.
    const bool live = lesson.view == "training";
    std::set<std::string> titles;
    for (const Step& step : lesson.steps) {
      EXPECT_TRUE(titles.insert(step.title).second) << lesson.id << ": " << step.title;
      EXPECT_GE(step.text.size(), step.ask ? 40u : 80u) << lesson.id << ": " << step.title;
      EXPECT_NE(live, !step.focus.empty()) << lesson.id << ": " << step.title;
      // A question, or many words, need the room in which a cell would be explained.
      const bool full = step.ask || step.text.size() > 240;
      EXPECT_TRUE(full || live != step.cell.has_value()) << lesson.id << ": " << step.title;
    }
  }
}

// A lecture's number beside an exact one needs a word on how the two belong together.
TEST(ShippedLessons, SayWhyThePrintedNumbersDiffer) {
  for (const Lesson& lesson : lessons()) {
    for (const Printed& printed : lesson.printed) {
      EXPECT_GE(printed.why.size(), 40u) << lesson.id << ": " << printed.path;
    }
  }
}

// A3: at d_k = 16 every printed weight is the exact one, rounded to as many digits.
TEST(ShippedLessons, MaskedScoresPrintsWhatItComputes) {
  const Lesson lesson =
      read_lesson(testing::source_dir() / "assets" / "lessons" / "masked-scores.json");
  const RunPtr made = run(lesson.inputs);
  const Mat& weights = made->tape.value(made->tape.find("weights"));
  const auto printed = std::find_if(lesson.printed.begin(), lesson.printed.end(),
                                    [](const Printed& p) { return p.path == "weights"; });
  ASSERT_NE(printed, lesson.printed.end());
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      const double should =
          std::stod(printed->values[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]);
      EXPECT_NEAR(weights(r, c), should, .005) << r << " " << c;
    }
  }
}

}  // namespace
}  // namespace glassformer
