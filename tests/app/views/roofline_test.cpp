#include "app/views/speed/roofline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "core/speed/product_measuring.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::Screen;

// Where there is no card, the way on a card may be the one that is looked at all the same: it is
// one behind the last that was measured. (It was there once, as a list keeps what it has taken
// back.)
TEST(Roofline, AWayThatIsNotThereHasNoDisc) {
  auto now = std::make_shared<ProductSnapshot>();
  now->size = 256;
  for (const double flops : {2e9, 6e9, 9e9}) {
    now->ways.push_back({});
    now->ways.back().name = "way " + std::to_string(now->ways.size());
    now->ways.back().flops = flops;
    now->ways.back().rows = 256;
  }
  now->ways.pop_back();
  for (const std::size_t chosen : {0U, 1U, 2U, 3U}) {
    Screen screen;
    screen.frame([&](Ui& ui) {
      return draw_roofline(ui, {now, {}, {}, chosen}, {0, 0, 800, 500}).has_value();
    });
    EXPECT_EQ(screen.count(Command::Kind::circle), 2) << chosen;
    EXPECT_EQ(screen.count(Command::Kind::ring), chosen < 2 ? 1 : 0) << chosen;
    EXPECT_TRUE(screen.shows("way 1"));
    EXPECT_TRUE(screen.shows("way 2"));
    EXPECT_FALSE(screen.shows("way 3"));
  }
}

}  // namespace
}  // namespace glassformer
