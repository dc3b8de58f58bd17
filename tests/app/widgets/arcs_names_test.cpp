#include <gtest/gtest.h>

#include <string>

#include "app/widgets/arcs.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

// Names may take 0.3 of the width at either side, so that lines are left between them: of 500 px
// 150, however long the words are, and in either column.
TEST(Arcs, LongNamesLeaveRoomForTheLines) {
  const Mat weights{{0.5, 0.5}, {0.25, 0.75}};
  for (const bool long_queries : {false, true}) {
    ArcsSpec spec;
    const std::string long_name = "a name of many words that has no room on any screen at all";
    spec.queries = {long_queries ? long_name : "one", "two"};
    spec.keys = {long_queries ? "one" : long_name, "two"};
    spec.heads = {{&weights, rgb(0x0a7d84), true}};
    testing::Screen screen;
    screen.frame([&](Ui& ui) { return draw_arcs(ui, spec, {0, 0, 500, 300}); });
    int lines = 0;
    for (const Command& c : screen.canvas.commands()) {
      if (c.kind == Command::Kind::text) {
        EXPECT_LE(c.rect.w, 151) << c.text;
        EXPECT_TRUE(testing::inside({0, 0, 500, 300}, c.rect)) << c.text;
      }
      if (c.kind != Command::Kind::bezier) continue;
      ++lines;
      EXPECT_GT(c.points.back().x - c.points.front().x, 500 * 0.3) << "from the left to the right";
    }
    EXPECT_EQ(lines, 4);
  }
}

}  // namespace
}  // namespace glassformer
