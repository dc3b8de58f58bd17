#include <gtest/gtest.h>

#include "app/shell/review_lesson.h"
#include "core/formats/file.h"
#include "tests/support/paths.h"

// README's "A lesson: one file" is a lesson that works.
namespace glassformer::testing {
namespace {

std::string example() {
  const std::string readme = read_file(source_dir() / "README.md", 10'000'000);
  const std::size_t from = readme.find("**A lesson: one file.**");
  const std::size_t begin = readme.find("```json\n", from) + 8;
  return readme.substr(begin, readme.find("```", begin) - begin);
}

TEST(ReadmeLesson, LacksNothing) {
  const Lesson lesson = parse_lesson(example(), "README.md");
  EXPECT_EQ(lesson.steps.size(), 2U);
  EXPECT_EQ(review_lesson(lesson), std::vector<std::string>{});
}

// What is told to an author who has made every mistake.
TEST(ReviewLesson, FindsWhatIsLacking) {
  const std::vector<std::string> found = review_lesson(parse_lesson(R"({
      "id": "a", "title": "A", "model": "attention", "tokens": ["a", "b"],
      "given": {"scores": [[1, 2], [0, 3]], "v": [[1, 0], [0, 1]]},
      "steps": [
        {"title": "one", "text": "It is computed anew: 0.27.", "focus": "weights"},
        {"title": "two", "text": "$\\frac{1}$ and \\value{wights}{0}{0}", "focus": "weights",
         "set": {"view": {"tab": "one"}}, "expect": [{"largest": ["weights", 0, 0]}]}]})",
                                                                    "a.json"));
  const auto says = [&](std::string_view part) {
    return std::any_of(found.begin(), found.end(),
                       [&](const std::string& one) { return one.find(part) != one.npos; });
  };
  EXPECT_TRUE(says("0.27 is typed"));
  EXPECT_TRUE(says("stumbles over \"anew\""));
  EXPECT_TRUE(says("cannot be read"));
  EXPECT_TRUE(says("no matrix 'wights'"));
  EXPECT_TRUE(says("no such state"));
  EXPECT_TRUE(says("not the largest of its row"));
  EXPECT_TRUE(says("of the stage, which nobody sees"));
}

}  // namespace
}  // namespace glassformer::testing
