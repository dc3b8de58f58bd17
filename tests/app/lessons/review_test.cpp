#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/shell/review_lesson.h"
#include "tests/app/lessons/shipped.h"

// What `glassformer lessons --check` tells an author holds for every lesson that ships: claims
// hold, numbers come from the run, formulas can be read, and each step changes something that is
// seen.
namespace glassformer::testing {
namespace {

class Review : public ::testing::TestWithParam<std::string> {};

TEST_P(Review, NothingIsLacking) {
  const auto found = std::find_if(shipped().begin(), shipped().end(),
                                  [&](const Lesson& one) { return one.id == GetParam(); });
  EXPECT_EQ(review_lesson(*found), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Lessons, Review, ::testing::ValuesIn(shipped_ids()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Review, AHeadThatIsNotThereIsSaid) {
  const auto review = [](int head) {
    const std::string text = fmt::format(
        R"({{"id": "a", "title": "A", "model": "multi-head", "text": "a b",
            "config": {{"heads": 2, "d_model": 8}},
            "steps": [{{"title": "One", "text": "This is one.", "set": {{"head": {}}}}}]}})",
        head);
    std::string all;
    for (const std::string& one : review_lesson(parse_lesson(text, "a.json"))) all += one + "\n";
    return all;
  };
  EXPECT_NE(review(7).find("steps[0].set.head: there is no head 7; the run has 2 heads"),
            std::string::npos)
      << review(7);
  EXPECT_EQ(review(2).find("there is no head"), std::string::npos);
}

TEST(Review, AtMostOneStepInTwentyStandsStill) {
  std::size_t steps = 0, still = 0;
  for (const Lesson& lesson : shipped()) {
    steps += lesson.steps.size();
    for (const Step& step : lesson.steps) still += step.still.empty() ? 0 : 1;
  }
  EXPECT_LE(20 * still, steps) << still << " of " << steps;
}

// What is told to an author who has made every mistake.
TEST(Review, FindsWhatIsLacking) {
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
