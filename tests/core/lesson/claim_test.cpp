#include "core/lesson/claim.h"

#include <gtest/gtest.h>

#include "core/lesson/lesson.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

const Tape& tape() {
  static const RunPtr made = run(parse_lesson(R"({"id": "a", "title": "A", "model": "attention",
      "tokens": [["a", "b", "c"], ["q"]],
      "given": {"scores": [[3, 1, 2]], "v": [[5, 1, 1], [4, 1, 2], [2, 1, 3]]}})",
                                              "a.json")
                                     .inputs);
  return made->tape;
}

std::string why(Claim::Kind kind, std::vector<CellsName> cells, double tolerance = 0) {
  return refuted({kind, std::move(cells), tolerance}, tape());
}

using Kind = Claim::Kind;

TEST(Claim, HoldsOrSaysWhyNot) {
  EXPECT_EQ(why(Kind::largest, {{"scores", {"0"}, {"a"}}}), "");
  EXPECT_NE(why(Kind::largest, {{"scores", {"0"}, {"c"}}}), "");
  EXPECT_EQ(why(Kind::smallest, {{"scores", {"q"}, {"1"}}}), "");
  EXPECT_NE(why(Kind::smallest, {{"v", {"0"}, {"0"}}}), "");
  EXPECT_EQ(why(Kind::greater, {{"v", {"0"}, {"0"}}, {"v", {"last"}, {"0"}}}), "");
  EXPECT_NE(why(Kind::greater, {{"v", {"0"}, {"1"}}, {"v", {"1"}, {"1"}}}), "") << "equal";
  EXPECT_EQ(why(Kind::equal, {{"v", {"0"}, {"1"}}, {"v", {"1"}, {"1"}}}), "");
  EXPECT_EQ(why(Kind::equal, {{"v", {"0"}, {"0"}}, {"v", {"1"}, {"0"}}}, 1), "");
  EXPECT_NE(why(Kind::equal, {{"v", {"0"}, {"0"}}, {"v", {"1"}, {"0"}}}), "");
  EXPECT_EQ(why(Kind::falls, {{"v", {"*"}, {"0"}}}), "");
  EXPECT_NE(why(Kind::falls, {{"v", {"*"}, {"1"}}}), "") << "level";
  EXPECT_NE(why(Kind::rises, {{"scores", {"0"}, {"*"}}}), "");
  EXPECT_NE(why(Kind::rises, {{"v", {"*"}, {"1"}}}), "") << "level";
  EXPECT_EQ(why(Kind::rises, {{"v", {"*"}, {"2"}}}), "");
}

TEST(Claim, OfTwoThatAreExtremeNeitherIs) {
  EXPECT_NE(why(Kind::smallest, {{"v", {"0"}, {"1"}}}), "");
  EXPECT_NE(why(Kind::smallest, {{"v", {"0"}, {"2"}}}), "");
  EXPECT_EQ(why(Kind::largest, {{"v", {"0"}, {"0"}}}), "");
}

TEST(Claim, EqualityHasNoDirection) {
  const CellsName four{"v", {"1"}, {"0"}}, five{"v", {"0"}, {"0"}};
  EXPECT_NE(why(Kind::equal, {four, five}, 0.5), "");
  EXPECT_NE(why(Kind::equal, {five, four}, 0.5), "");
  EXPECT_EQ(why(Kind::equal, {four, five}, 1), "");
}

TEST(Claim, OfCellsThatAreNotThereIsAnError) {
  EXPECT_THROW(why(Kind::largest, {{"scores", {"3"}, {"a"}}}), UserError);
  EXPECT_THROW(why(Kind::largest, {{"scroes", {"0"}, {"a"}}}), UserError);
  EXPECT_THROW(why(Kind::largest, {{"scores", {"0"}, {"*"}}}), UserError) << "not one cell";
}

}  // namespace
}  // namespace glassformer
