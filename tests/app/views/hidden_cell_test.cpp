#include <gtest/gtest.h>

#include <algorithm>

#include "app/views/parts/touch_cell.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::Screen;

// What a class is asked for is told from a cell that holds nothing: it has a frame and a mark.
TEST(HiddenCell, HasAFrameAndAQuestionMark) {
  for (const float high : {40.0F, 6.0F}) {
    Screen screen;
    const Rect cell{100, 50, 60, high};
    screen.frame([&](Ui& ui) {
      draw_hidden(ui, cell, 4);
      return 0;
    });
    const auto& commands = screen.canvas.commands();
    const auto of = [&](Command::Kind kind) {
      return std::ranges::count_if(
          commands, [&](const Command& c) { return c.kind == kind && c.rect == cell; });
    };
    EXPECT_EQ(of(Command::Kind::fill), 1) << high;
    EXPECT_EQ(of(Command::Kind::frame), 1) << high;
    EXPECT_EQ(screen.shows("?"), high > 9) << "a mark that fits";
  }
}

}  // namespace
}  // namespace glassformer
