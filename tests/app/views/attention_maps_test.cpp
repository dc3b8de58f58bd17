#include "app/views/transformer/attention_maps.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/interaction/driver.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer::testing {
namespace {

// The small maps of so many layers with so many heads each: their frames, in order.
std::vector<Rect> small_maps(std::size_t layers, std::size_t heads, Rect area) {
  Driver d("training");
  Screen screen;
  const Mat weights{{0.5, 0.5}, {0.25, 0.75}};
  const AttentionMap map{{}, &weights, {"une", "femme"}, {"a", "woman"}};
  const AttentionLayers all(layers, std::vector<AttentionMap>(heads, map));
  std::vector<Rect> found;
  for (std::size_t layer = 0; layer < layers; ++layer) {
    for (std::size_t head = 0; head < heads; ++head) {
      screen.frame([&](Ui& ui) {
        draw_attention_heads(ui, d.session(), all, {layer, head}, area);
        return 0;
      });
      for (const Command& c : screen.canvas.commands()) {  // the chosen one alone has a frame
        if (c.kind == Command::Kind::frame && c.color == screen.ui.theme.accent)
          found.push_back(c.rect);
      }
    }
  }
  return found;
}

// By hand, of an area of 408 × 308 px: two layers with 8 px between them are 200 px wide each, and
// below their names, 30 px, the heads share the 278 px that are left.
TEST(AttentionHeads, ShareTheHeightWhetherThereIsOneOrThereAreMany) {
  const Rect area{100, 100, 408, 308};
  for (const std::size_t heads : {1U, 2U, 4U}) {
    const std::vector<Rect> maps = small_maps(2, heads, area);
    ASSERT_EQ(maps.size(), 2 * heads);
    const auto n = static_cast<float>(heads);
    const float high = (278 - 8 * (n - 1)) / n;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const Rect map = maps[i].inset(2);  // the frame lies around it
      const auto layer = static_cast<float>(i / heads), head = static_cast<float>(i % heads);
      EXPECT_NEAR(map.x, 100 + 208 * layer, 0.01) << heads << " heads, map " << i;
      EXPECT_NEAR(map.y, 130 + (high + 8) * head, 0.01) << heads << " heads, map " << i;
      EXPECT_NEAR(map.w, 200, 0.01) << heads << " heads, map " << i;
      EXPECT_NEAR(map.h, high, 0.01) << heads << " heads, map " << i;
    }
  }
}

}  // namespace
}  // namespace glassformer::testing
