#include "core/lesson/step_cell.h"

#include <gtest/gtest.h>

#include "core/lesson/lesson.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

using Place = std::optional<std::pair<int, int>>;

TEST(StepCell, IsWhereTheStepSaysOrNowhere) {
  const Mat m{{1, 5, 2}, {7, 3, 7}};
  EXPECT_EQ(place_of({1, 2}, m), (Place{{1, 2}}));
  EXPECT_EQ(place_of({2, 0}, m), Place{});
  EXPECT_EQ(place_of({0, 3}, m), Place{});
}

TEST(StepCell, TheLargestIsThatOfTheRowTheFirstOfEqualOnes) {
  const Mat m{{1, 5, 2}, {7, 3, 7}};
  EXPECT_EQ(place_of({0, StepCell::largest}, m), (Place{{0, 1}}));
  EXPECT_EQ(place_of({1, StepCell::largest}, m), (Place{{1, 0}}));
  EXPECT_EQ(place_of({2, StepCell::largest}, m), Place{});
  EXPECT_EQ(place_of({0, StepCell::largest}, Mat(1, 0)), Place{});
}

Lesson with_cell(const std::string& cell) {
  return parse_lesson(R"({"id": "a", "title": "A", "model": "attention", "tokens": ["a", "b"],
      "given": {"scores": [[1, 2], [0, 3]], "v": [[1, 0], [0, 1]]},
      "steps": [{"title": "One", "focus": "scores", "cell": )" +
                          cell + "}]}",
                      "a.json");
}

TEST(StepCell, IsReadAndWrittenAlike) {
  for (const char* const cell :
       {"[0, 1]", "[1, \"largest\"]", "[\"last\", 0]", "[\"last\", \"largest\"]"}) {
    const std::string written = write_lesson(with_cell(cell));
    EXPECT_NE(written.find(std::string("\"cell\": ") + cell), std::string::npos) << written;
    EXPECT_EQ(parse_lesson(written, "b.json").steps[0].cell, with_cell(cell).steps[0].cell);
  }
  for (const char* const wrong :
       {"[1, \"smallest\"]", "[\"largest\", 1]", "[-1, \"largest\"]", "[1, 1, 1]", "\"largest\""}) {
    EXPECT_THROW(with_cell(wrong), UserError) << wrong;
  }
}

}  // namespace
}  // namespace glassformer
