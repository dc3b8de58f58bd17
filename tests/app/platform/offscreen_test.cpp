#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <functional>
#include <utility>

#include "app/platform/target.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

constexpr Color white{255, 255, 255, 255};
constexpr Color black{0, 0, 0, 255};
constexpr Color red{255, 0, 0, 255};

Color at(const Pixels& pixels, int x, int y) {
  const auto i = (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                  static_cast<std::size_t>(x)) *
                 4;
  return {pixels.rgba[i], pixels.rgba[i + 1], pixels.rgba[i + 2], pixels.rgba[i + 3]};
}

// Pixels of the rectangle that are not white.
int marked(const Pixels& pixels, int x, int y, int w, int h) {
  int count = 0;
  for (int v = y; v < y + h; ++v) {
    for (int u = x; u < x + w; ++u) count += at(pixels, u, v) == white ? 0 : 1;
  }
  return count;
}

class Offscreen : public ::testing::Test {
 protected:
  Pixels draw(const std::function<void(Canvas&)>& use) {
    target_->begin(input_);
    canvas_.begin({0, 0, 200, 100});
    use(canvas_);
    target_->end();
    target_->present(canvas_, white);
    input_.time += 0.1;
    return target_->read();
  }
  std::unique_ptr<FrameTarget> target_ = make_offscreen(200, 100, 1);
  Canvas canvas_{target_->fonts()};
  Input input_;
};

// Only what differs from the frame before is painted, so nothing may reach beyond its box.
TEST_F(Offscreen, LeavesNothingOfWhatIsGone) {
  std::string tower = "x";
  for (int i = 0; i < 12; ++i) tower += "\xCC\x81";  // an acute accent above the last
  const Type type{Face::text, 16};
  const auto towered = [&](Canvas& c) { c.text({90, 40}, tower, type, black); };
  const auto curved = [](Canvas& c) {
    c.bezier({20, 50}, {180, 51}, {20, 50}, {180, 50}, red, 6);
    c.polyline({{20, 80}, {100, 80}, {20, 81}}, red, 6);
  };
  EXPECT_GT(marked(draw(towered), 0, 0, 200, 100), 0);
  EXPECT_EQ(marked(draw([](Canvas&) {}), 0, 0, 200, 100), 0);
  EXPECT_GT(marked(draw(curved), 0, 0, 200, 100), 0);
  EXPECT_EQ(marked(draw([](Canvas&) {}), 0, 0, 200, 100), 0);
}

TEST_F(Offscreen, HasTheSizeAndTheColoursDrawn) {
  const Pixels pixels = draw([](Canvas& c) {
    c.fill({10, 20, 30, 40}, red);
    c.fill({100, 20, 10, 10}, Color{0, 0, 255, 128});
  });
  EXPECT_EQ(pixels.width, 200);
  EXPECT_EQ(pixels.height, 100);
  EXPECT_EQ(at(pixels, 0, 0), white);
  EXPECT_EQ(at(pixels, 10, 20), red);
  EXPECT_EQ(at(pixels, 39, 59), red);
  EXPECT_EQ(at(pixels, 9, 20), white);
  EXPECT_EQ(at(pixels, 40, 59), white);
  EXPECT_EQ(at(pixels, 39, 60), white);
  const Color half = at(pixels, 105, 25);
  EXPECT_NEAR(half.r, 127, 1);
  EXPECT_EQ(half.b, 255);
  EXPECT_EQ(half.a, 255);
}

TEST_F(Offscreen, FramesAndStraightLinesAreSharp) {
  const Pixels pixels = draw([](Canvas& c) {
    c.frame({10, 10, 50, 30}, red);
    c.line({100, 20}, {150, 20}, red);
    c.line({170, 10}, {170, 60}, red, 3);
  });
  EXPECT_EQ(marked(pixels, 0, 0, 90, 60), 2 * 50 + 2 * 28);
  EXPECT_EQ(marked(pixels, 90, 0, 70, 60), 50);
  EXPECT_EQ(marked(pixels, 160, 0, 40, 100), 3 * 50);
  EXPECT_EQ(at(pixels, 10, 10), red);
  EXPECT_EQ(at(pixels, 59, 39), red);
}

TEST_F(Offscreen, RoundShapesAreWhereTheyShouldBe) {
  const Pixels pixels = draw([](Canvas& c) {
    c.fill({10, 10, 40, 40}, red, 12);
    c.circle({80, 30}, 15, red);
    c.ring({130, 30}, 15, red, 2);
    c.polygon({{160, 50}, {190, 50}, {175, 10}}, red);  // both ways round
    c.polygon({{160, 90}, {175, 60}, {190, 90}}, black);
    c.bezier({10, 70}, {40, 60}, {60, 90}, {90, 80}, red, 3);
    c.polyline({{100, 60}, {120, 90}, {140, 70}}, red, 2);
  });
  EXPECT_EQ(at(pixels, 10, 10), white) << "a rounded corner";
  EXPECT_EQ(at(pixels, 30, 10), red);
  EXPECT_EQ(at(pixels, 80, 30), red);
  EXPECT_EQ(at(pixels, 67, 18), white);
  EXPECT_EQ(at(pixels, 130, 30), white) << "inside of the ring";
  EXPECT_LT(at(pixels, 144, 30).g, 128);
  EXPECT_EQ(at(pixels, 175, 40), red);
  EXPECT_EQ(at(pixels, 175, 80), black);
  EXPECT_GT(marked(pixels, 10, 60, 80, 35), 200);
  EXPECT_GT(marked(pixels, 100, 60, 40, 35), 80);
}

TEST_F(Offscreen, TextIsSeenWhereItsBoxIs) {
  const Type type{Face::text, 16};
  float width = 0;
  const Pixels pixels = draw([&](Canvas& c) {
    width = c.text({20, 30}, "Attention", type, black);
  });
  const auto w = static_cast<int>(width) + 2;
  const auto h = static_cast<int>(canvas_.line_height(type));
  EXPECT_GT(width, 40);
  EXPECT_LT(width, 120);
  EXPECT_GT(marked(pixels, 20, 30, w, h), 100);
  EXPECT_EQ(marked(pixels, 0, 0, 200, 100), marked(pixels, 19, 30, w + 1, h));
}

TEST_F(Offscreen, NothingIsSeenOutsideOfTheClip) {
  const Pixels pixels = draw([](Canvas& c) {
    c.push_clip({50, 20, 60, 40});
    c.fill({0, 0, 200, 100}, red);
    c.fill({40, 10, 30, 30}, black, 10);
    c.circle({110, 60}, 20, black);
    c.line({0, 0}, {200, 100}, black, 5);
    c.text({45, 35}, "MMMMMMMM", {Face::bold, 22}, black);
    c.pop_clip();
  });
  EXPECT_EQ(marked(pixels, 50, 20, 60, 40), 60 * 40);
  EXPECT_EQ(marked(pixels, 0, 0, 200, 100), 60 * 40);
}

TEST_F(Offscreen, LayerOneCoversLayerZero) {
  const Pixels pixels = draw([](Canvas& c) {
    c.set_layer(1);
    c.fill({10, 10, 20, 20}, red);
    c.set_layer(0);
    c.fill({0, 0, 100, 100}, black);
  });
  EXPECT_EQ(at(pixels, 15, 15), red);
  EXPECT_EQ(at(pixels, 5, 5), black);
}

TEST_F(Offscreen, AnImageDrawnLargerKeepsItsEdges) {
  const ImagePtr image = Image::make(2, 1, {0xFF0000FFU, 0xFF000000U}, true);
  const Pixels pixels = draw([&](Canvas& c) { c.image({20, 20, 80, 40}, image); });
  EXPECT_EQ(at(pixels, 20, 20), red);
  EXPECT_EQ(at(pixels, 59, 40), red);
  EXPECT_EQ(at(pixels, 60, 40), black);
  EXPECT_EQ(at(pixels, 99, 59), black);
  EXPECT_EQ(at(pixels, 100, 59), white);
}

TEST_F(Offscreen, AnImageDrawnSmallerIsAveragedIfItSaysSo) {
  std::vector<std::uint32_t> stripes;
  for (int i = 0; i < 256 * 256; ++i) stripes.push_back(i % 2 == 0 ? 0xFF000000U : 0xFFFFFFFFU);
  const ImagePtr averaged = Image::make(256, 256, stripes, true);
  const ImagePtr nearest = Image::make(256, 256, stripes, false);
  const Pixels pixels = draw([&](Canvas& c) {
    c.image({0, 0, 64, 64}, averaged);
    c.image({100, 0, 64, 64}, nearest);
  });
  for (int x = 8; x < 56; ++x) {
    EXPECT_NEAR(at(pixels, x, 30).r, 128, 3);
    const int r = at(pixels, 100 + x, 30).r;
    EXPECT_TRUE(r == 0 || r == 255);
  }
}

TEST_F(Offscreen, AFrameMayBeBegunTwiceBeforeItIsShown) {
  target_->begin(input_);
  canvas_.begin({0, 0, 200, 100});
  canvas_.fill({0, 0, 200, 100}, black);
  target_->end();
  const Pixels pixels = draw([](Canvas& c) { c.fill({0, 0, 100, 100}, red); });
  EXPECT_EQ(at(pixels, 50, 50), red);
  EXPECT_EQ(at(pixels, 150, 50), white);
}

TEST_F(Offscreen, AFrameLeftOpenByAnErrorHarmsNoneAfterIt) {
  target_->begin(input_);
  ImGui::Begin("left open");
  target_->begin(input_);
  target_->end();
  EXPECT_EQ(at(draw([](Canvas& c) { c.fill({0, 0, 9, 9}, red); }), 5, 5), red);
}

TEST_F(Offscreen, TwoAtOnceKeepApart) {
  const auto other = make_offscreen(64, 32, 2);
  EXPECT_EQ(other->display_scale(), 2);
  EXPECT_EQ(other->fonts().scale(), 2);
  Canvas small(other->fonts());
  other->begin({});
  small.begin({0, 0, 64, 32});
  small.text({0, 0}, "x", {Face::text, 28}, black);
  other->end();
  const Pixels pixels = draw([](Canvas& c) { c.fill({0, 0, 50, 50}, red); });
  other->present(small, white);
  EXPECT_GT(marked(other->read(), 0, 0, 64, 32), 20);
  EXPECT_EQ(at(pixels, 20, 20), red);
  EXPECT_EQ(at(target_->read(), 20, 20), red);
}

TEST_F(Offscreen, ALineOfTextIsEdited) {
  std::string line = "ab";
  bool focus = true;
  const auto frame = [&](std::vector<KeyPress> keys, std::string typed) {
    input_.keys = std::move(keys);
    input_.typed = std::move(typed);
    return draw([&](Canvas& c) {
      ImGui::PushFont(c.fonts().imgui_font({Face::text, 16}));
      ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(0, 0, 0, 255));
      ImGui::SetNextWindowPos({10, 10});
      ImGui::SetNextWindowSize({180, 40});
      ImGui::Begin("edit", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground);
      if (std::exchange(focus, false)) ImGui::SetKeyboardFocusHere();
      ImGui::InputText("##line", &line);
      ImGui::End();
      ImGui::PopStyleColor();
      ImGui::PopFont();
    });
  };
  const auto press = [&](Key key, bool ctrl = false, bool shift = false) {
    frame({{key, ctrl, shift, false}}, "");
  };
  frame({}, "");
  frame({}, "");
  press(Key::end);
  frame({}, "cd日");
  EXPECT_EQ(line, "abcd日");
  press(Key::backspace);
  press(Key::backspace);  // in the very next frame: a second press, not the first one held
  EXPECT_EQ(line, "abc");
  press(Key::home);
  press(Key::right);
  press(Key::del);
  EXPECT_EQ(line, "ac");
  press(Key::end, false, true);
  press(Key::x, true);
  EXPECT_EQ(line, "a");
  press(Key::v, true);
  press(Key::v, true);
  EXPECT_EQ(line, "acc");
  press(Key::z, true);
  EXPECT_EQ(line, "ac");
  press(Key::a, true);
  const Pixels pixels = frame({}, "Straße →");
  EXPECT_EQ(line, "Straße →");
  EXPECT_GT(marked(pixels, 10, 10, 180, 40), 100);
}

// Whatever ImGui knows how to draw, of it only text is seen, and what of it is selected: the
// frames, grounds and bars are ours.
TEST_F(Offscreen, OfImGuisOwnOnlyTextIsSeen) {
  std::string line, pages = "\n\n\n\n\n\n\n\n";
  bool set = true;
  float value = 0;
  const auto use = [&](Canvas&) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({150, 60});
    ImGui::Begin("##ground", nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoNav);
    ImGui::Button("##button", {40, 10});
    ImGui::InputTextMultiline("##pages", &pages, {60, 30});
    ImGui::InputText("##line", &line);
    ImGui::SliderFloat("##slider", &value, 0, 1, "");
    ImGui::Separator();
    ImGui::BeginChild("##child", {0, 30}, true, ImGuiWindowFlags_AlwaysVerticalScrollbar);
    ImGui::EndChild();
    if (std::exchange(set, false)) ImGui::OpenPopup("##popup");
    if (ImGui::BeginPopupModal("##popup", nullptr, ImGuiWindowFlags_NoTitleBar)) {
      ImGui::Dummy({40, 40});
      ImGui::EndPopup();
    }
    ImGui::End();
  };
  draw(use);
  draw(use);
  EXPECT_EQ(marked(draw(use), 0, 0, 200, 100), 0);
  for (const int color : {int{ImGuiCol_Text}, int{ImGuiCol_TextSelectedBg}}) {
    EXPECT_GT(ImGui::GetStyle().Colors[color].w, 0);
  }
}

TEST(OffscreenSize, ThatCannotBeIsRefusedInASentence) {
  for (const auto& [width, height] : {std::pair{0, 100}, {100, -1}, {1 << 20, 100}}) {
    try {
      make_offscreen(width, height, 1);
      FAIL() << width << " × " << height;
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find("px"), std::string::npos) << error.what();
    }
  }
}

TEST(OffscreenFacts, SayWhatDraws) {
  const auto target = make_offscreen(16, 16, 1);
  const GlFacts facts = gl_facts();
  EXPECT_FALSE(facts.renderer.empty());
  EXPECT_FALSE(facts.version.empty());
}

}  // namespace
}  // namespace glassformer
