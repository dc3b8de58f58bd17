#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// A lot is drawn along a strip of probabilities from 0 to 1. However many words are kept, the fills
// of the strip reach from its one end to the other: those that are too narrow for a name are one
// piece, as wide as their sum.
TEST(DrawingLots, TheStripIsFilledFromZeroToOne) {
  for (const double kept : {0.0, 3.0, 40.0}) {
    Driver d("next-word", {1280, 720});
    d.go_to_step("A word is drawn");
    d.session().post(SetOption{"top_k", kept});
    d.session().post(SetOption{"top_p", 1.0});
    d.session().post(SetOption{"temperature", 2.0});
    if (d.session().asking()) d.session().answer();
    d.rest();
    EXPECT_EQ(d.shows_part(" others"), kept == 0) << kept;
    const DrawnPart part = d.app().parts().front();
    float zero = 0, one = 0, top = 0;  // of the numbers below the strip
    std::vector<Rect> fills;
    for (std::size_t i = part.first; i < part.last; ++i) {
      const Command& c = d.app().canvas().commands()[i];
      if (c.kind == Command::Kind::text && c.text == "0") zero = c.rect.x, top = c.rect.y;
      if (c.kind == Command::Kind::text && c.text == "1") one = c.rect.right();
      if (c.kind == Command::Kind::fill) fills.push_back(c.rect);
    }
    ASSERT_GT(one - zero, 100) << kept;
    std::erase_if(fills, [&](const Rect& fill) {
      return std::abs(fill.bottom() - (top - 6)) > 8 || fill.w > one - zero + 8;
    });
    ASSERT_FALSE(fills.empty()) << kept;
    std::ranges::sort(fills, {}, &Rect::x);
    float to = zero;
    for (const Rect& fill : fills) {
      EXPECT_LE(fill.x, to + 4) << kept << ": a gap in the strip";
      to = std::max(to, fill.right());
    }
    EXPECT_NEAR(to, one, 4) << kept;
  }
}

}  // namespace
}  // namespace glassformer::testing
