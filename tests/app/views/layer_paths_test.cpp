#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "core/scenes/records/layer_speed.h"
#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// In how many hops a word reaches another: one disc more than there are hops, the first at the one
// word and the last at the other, whatever the layer, and each hop within its lane.
TEST(LayerPaths, HaveADiscBeforeAndBehindEachHop) {
  Driver d("layer-speed", {1280, 720});
  d.go_to_step("How far apart two words are");
  if (d.session().asking()) d.session().answer();
  d.rest();
  const DrawnPart part = d.app().parts().front();
  ASSERT_EQ(part.standing.part, "paths");
  std::map<int, std::vector<Vec>> discs;  // of each lane, by the height where they stand
  for (std::size_t i = part.first; i < part.last; ++i) {
    const Command& c = d.app().canvas().commands()[i];
    if (c.kind == Command::Kind::circle)
      discs[static_cast<int>(c.rect.center().y)].push_back(c.rect.center());
  }
  const RunPtr run = d.session().run();
  const Mat& hops = run->tape.value(run->records.get<LayerSpeedRecord>().path);
  constexpr int told_apart = 48;
  int lane = 0;
  for (const auto& [y, places] : discs) {
    while (lane < 4 && hops(lane, 0) > told_apart) ++lane;
    ASSERT_LT(lane, 4);
    EXPECT_EQ(places.size(), static_cast<std::size_t>(std::ceil(hops(lane, 0))) + 1) << lane;
    const auto [first, last] = std::ranges::minmax(places, {}, &Vec::x);
    EXPECT_NEAR(last.x, std::ranges::max(discs.begin()->second, {}, &Vec::x).x, 0.5) << lane;
    EXPECT_NEAR(first.x, std::ranges::min(discs.begin()->second, {}, &Vec::x).x, 0.5) << lane;
    // Four lanes of equal height, and the ground above the edge of its own.
    const Rect area = part.standing.rect;
    const float high = area.h / 4, foot = area.y + high * static_cast<float>(lane + 1);
    EXPECT_LT(static_cast<float>(y), foot) << lane;
    EXPECT_GT(static_cast<float>(y), foot - high / 2) << lane;
    ++lane;
  }
  EXPECT_GE(discs.size(), 2U);
}

}  // namespace
}  // namespace glassformer::testing
