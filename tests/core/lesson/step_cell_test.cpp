#include "core/lesson/step_cell.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/lesson/lesson.h"
#include "core/lesson/living_text.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

using Place = std::optional<std::pair<int, int>>;

Lesson with_cell(const std::string& cell) {
  return parse_lesson(R"({"id": "a", "title": "A", "model": "attention", "tokens": ["it", "was"],
      "given": {"scores": [[-5, 2], [3, 0]], "v": [[1, 0], [0, 1]]},
      "steps": [{"title": "One", "focus": "scores", "cell": )" +
                          cell + "}]}",
                      "a.json");
}

// Where it lies in the lesson's own run, or in that of other tokens.
Place place_in(const std::string& cell, const std::vector<std::string>& tokens = {"it", "was"}) {
  const Lesson lesson = with_cell(cell);
  Inputs inputs = lesson.inputs;
  inputs.tokens[0] = tokens;
  const RunPtr made = run(inputs);
  const LivingText from{made.get(), &inputs, ours(inputs, lesson.inputs)};
  return place_of(*lesson.steps[0].cell, made->tape.find("scores"), from);
}

TEST(StepCell, IsWhereTheStepSaysOrNowhere) {
  EXPECT_EQ(place_in("[1, 0]"), (Place{{1, 0}}));
  EXPECT_EQ(place_in("[\"last\", \"last\"]"), (Place{{1, 1}}));
  EXPECT_EQ(place_in("[2, 0]"), Place{});
  EXPECT_EQ(place_in("[0, 2]"), Place{});
}

TEST(StepCell, TheFirstOfTwoThatIsThereIsMeant) {
  EXPECT_EQ(place_in("[\"1|0\", \"5|0\"]"), (Place{{1, 0}}));
  EXPECT_EQ(place_in("[\"5|0\", \"was|it\"]"), (Place{{0, 1}}));
}

TEST(StepCell, TheLargestIsThatOfTheRow) {
  EXPECT_EQ(place_in("[0, \"largest\"]"), (Place{{0, 1}}));
  EXPECT_EQ(place_in("[1, \"largest\"]"), (Place{{1, 0}}));
  EXPECT_EQ(place_in("[2, \"largest\"]"), Place{});
}

TEST(StepCell, TheFarthestIsThatFromZero) {
  EXPECT_EQ(place_in("[1, \"farthest\"]"), (Place{{1, 0}}));
  EXPECT_EQ(place_in("[0, \"farthest\"]"), (Place{{0, 0}}));
}

TEST(StepCell, ANameIsThatTokensRowAndColumn) {
  EXPECT_EQ(place_in("[\"was\", \"it\"]"), (Place{{1, 0}}));
  EXPECT_EQ(place_in("[\"was\", \"it\"]", {"was", "it"}), (Place{{0, 1}}));
}

TEST(StepCell, ANameThatIsNotThereIsTheLastRowOrTheLargestOfIt) {
  EXPECT_EQ(place_in("[\"it\", \"was\"]", {"cats", "sleep"}), (Place{{1, 0}}));
  EXPECT_EQ(place_in("[0, \"was\"]", {"cats", "sleep"}), (Place{{0, 1}}));
}

TEST(StepCell, IsOfWhatTheTextSpeaksOf) {
  const char* const cell = R"(["\\if{ours}{it}{last}", "\\if{ours}{it}{largest}"])";
  EXPECT_EQ(place_in(cell), (Place{{0, 0}}));
  EXPECT_EQ(place_in(cell, {"it", "is"}), (Place{{1, 0}})) << "the text speaks of the last token";
}

TEST(StepCell, IsReadAndWrittenAlike) {
  for (const char* const cell :
       {"[0, 1]", "[1, \"largest\"]", "[\"last\", 0]", "[\"last\", \"largest\"]",
        "[\"it\", \"was\"]", R"(["\\if{ours}{it}{last}", "largest"])"}) {
    const std::string written = write_lesson(with_cell(cell));
    EXPECT_NE(written.find(std::string("\"cell\": ") + cell), std::string::npos) << written;
    EXPECT_EQ(parse_lesson(written, "b.json").steps[0].cell, with_cell(cell).steps[0].cell);
  }
  for (const char* const wrong :
       {"[\"largest\", 1]", "[-1, \"largest\"]", "[1, 1, 1]", "\"largest\"", "[\"\", 0]",
        "[0, \"*\"]", "[0.5, 1]", "[null, 0]"}) {
    EXPECT_THROW(with_cell(wrong), UserError) << wrong;
  }
}

}  // namespace
}  // namespace glassformer
