#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// The colours of the letters that are read: the upper row of the part.
std::vector<Color> tints(Driver& d) {
  std::vector<Command> tiles;
  for (const DrawnPart& part : d.app().parts()) {
    if (part.standing.part != "answer") continue;
    for (std::size_t i = part.first; i < part.last; ++i) {
      const Command& c = d.app().canvas().commands()[i];
      if (c.kind == Command::Kind::fill && c.radius > 0) tiles.push_back(c);
    }
  }
  float top = 1e9F;
  for (const Command& tile : tiles) top = std::min(top, tile.rect.y);
  std::vector<Color> found;
  for (const Command& tile : tiles) {
    if (tile.rect.y < top + 1) found.push_back(tile.color);
  }
  return found;
}

// Where a head looks is asked: until the answer all letters look alike, then not.
TEST(AnswerTiles, TellNothingOfTheWeightsThatAreAsked) {
  Driver d("sort-and-add");
  d.session().step = 1;
  d.session().enter_step();
  d.rest();
  ASSERT_TRUE(d.session().asking());
  const std::vector<Color> asked = tints(d);
  ASSERT_GT(asked.size(), 2U);
  const Theme theme = make_theme(false, d.scale());
  EXPECT_EQ(std::ranges::count(asked, mix(theme.page, theme.ink, 0.06F)), std::ssize(asked))
      << "the tint of no weight at all";
  d.session().answer();
  d.rest();
  const std::vector<Color> told = tints(d);
  ASSERT_EQ(told.size(), asked.size());
  EXPECT_LT(std::ranges::count(told, told.front()), std::ssize(told));
}

}  // namespace
}  // namespace glassformer::testing
