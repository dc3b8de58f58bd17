#include <gtest/gtest.h>

#include "app/platform/picture.h"
#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// Opens the panel that hangs from the chip with the time of the last pass.
void open_panel(Driver& d) {
  for (const Command* text : d.texts()) {
    if (text->text.starts_with("CPU  ") || text->text.starts_with("GPU  ")) {
      d.click(text->rect.center());
      return;
    }
  }
  FAIL() << "nothing says where it is computed";
}

TEST(Computing, IsChosenAndComparedOnScreen) {
  Driver d("multi-head", {.painted = true});
  EXPECT_FALSE(d.session().run()->on_device) << "a software renderer is no reason to leave the CPU";
  open_panel(d);
  ASSERT_TRUE(d.shows("Where it is computed"));
  EXPECT_TRUE(d.shows_part("shaders") || !gl_facts().software);
  EXPECT_TRUE(d.shows_part("Largest difference ") || d.shows_part("Both give the same numbers"));
  EXPECT_FALSE(d.shows_part("e-0")) << "numbers are written as elsewhere";
  const Mat before = d.session().run()->tape.value(d.session().run()->output);
  d.click(d.where("GPU"));
  EXPECT_TRUE(d.session().run()->on_device);
  EXPECT_EQ(d.app().settings().where, Where::gpu);
  EXPECT_LE(largest_difference(before, d.session().run()->tape.value(d.session().run()->output)),
            1e-5);
  d.press(Key::escape);
  EXPECT_FALSE(d.shows("Where it is computed"));
  EXPECT_TRUE(d.shows_part("GPU  "));
}

// A window sleeps when nothing wants a frame: then all that a click did must be on screen, though
// the hand keeps still.
TEST(Computing, AClickIsAnsweredThoughNothingMovesAfterIt) {
  Driver d("multi-head");
  open_panel(d);
  d.press_at(d.where("GPU"));
  d.release();
  ASSERT_TRUE(d.app().wants_frame());
  d.frame();
  EXPECT_TRUE(d.session().run()->on_device);
}

Settings computing(Where where) {
  Settings settings;
  settings.where = where;
  return settings;
}

// The forward pass changes places in the middle of a visit: edits, undo and the words stay.
TEST(Computing, EditsGoOnWhereverItIsComputed) {
  Driver d("multi-head", {.settings = computing(Where::gpu), .painted = true});
  EXPECT_TRUE(d.session().run()->on_device);
  d.session().post(SetCell{"x", {0, 0, 2.5}});
  d.frame();
  EXPECT_TRUE(d.session().run()->on_device) << d.session().run()->notes.back();
  EXPECT_EQ(d.value("x", 0, 0), 2.5);
  const double there = d.value("head.1.scores", 0, 0);
  open_panel(d);
  d.click(d.where("CPU"));
  EXPECT_FALSE(d.session().run()->on_device);
  EXPECT_NEAR(d.value("head.1.scores", 0, 0), there, 1e-5);
  d.press(Key::z, true);
  EXPECT_NE(d.value("x", 0, 0), 2.5);
}

// Step by step the pictures are the same, wherever the cells lie.
TEST(Computing, PicturesAreTheSame) {
  const std::string text =
      "the cat sat on the mat and the dog ran after the ball in the park while the children sang "
      "songs about the moon and the stars and the sun above the sea at night";
  const auto painted = [&](Where where) {
    Driver d("multi-head", {.settings = computing(where), .painted = true});
    d.session().post(SetText{0, text});
    d.go_to("head.1.weights");
    d.rest();
    return d.target().read();
  };
  const Pixels cpu = painted(Where::cpu), gpu = painted(Where::gpu);
  ASSERT_EQ(cpu.rgba.size(), gpu.rgba.size());
  // Without the top bar, which says where it is computed, and the words at the right: their numbers
  // are rounded in other places.
  std::size_t other = 0;
  for (int y = 60; y < cpu.height; ++y) {
    for (int x = 0; x < cpu.width - 400; ++x) {
      for (int channel = 0; channel < 3; ++channel) {
        const auto i = static_cast<std::size_t>((y * cpu.width + x) * 4 + channel);
        if (std::abs(cpu.rgba[i] - gpu.rgba[i]) > 4) ++other;
      }
    }
  }
  EXPECT_LE(other, cpu.rgba.size() / 100'000);
}

}  // namespace
}  // namespace glassformer::testing
