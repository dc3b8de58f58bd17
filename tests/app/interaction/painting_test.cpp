#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/interaction/driver.h"
#include "tests/app/lessons/shipped.h"

// A frame is painted over the one before, only where it differs (app/platform/damage.h). Here every
// frame is painted a second time, whole, and the two are compared pixel by pixel.
namespace glassformer {
namespace {

using testing::Driver;

Driver::Options checked() {
  Driver::Options options;
  options.width = 1280;
  options.height = 720;
  options.checked = true;
  return options;
}

class PaintedInParts : public ::testing::TestWithParam<std::string> {};

TEST_P(PaintedInParts, EveryStepIsAsPaintedWhole) {
  Driver d(GetParam(), checked());
  d.moving = true;
  const std::size_t steps = d.session().lesson().steps.size();
  for (std::size_t step = 0; step < steps; ++step) {
    const auto across = static_cast<float>(step % 3);
    for (float down = 1; down < 4; ++down) d.move({400 + 170 * across, 150 * down});
    d.wheel({640, 360}, step % 2 == 0 ? 1.0F : -1.0F);
    d.press(Key::right);
  }
}

INSTANTIATE_TEST_SUITE_P(Lesson, PaintedInParts, ::testing::ValuesIn(testing::shipped_ids()),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(PaintedInParts, MenusLinesThemesAndSizesOfLettersToo) {
  Driver d("self-attention-by-hand", checked());
  d.moving = true;
  d.press(Key::f1);
  d.wheel({640, 360}, -2);
  d.press(Key::escape);
  d.press(Key::t);
  d.press(Key::f5);
  d.press(Key::f5);
  d.press(Key::t);
  d.click({640, 40});
  d.type("tea");
  d.press(Key::escape);
  for (float x = 20; x < 1280; x += 60) d.click({x, 60});
}

// Pictures that are painted from what lies on the card.
TEST(PaintedInParts, WhatTheCardPaintsToo) {
  Driver::Options options = checked();
  options.settings.where = Where::gpu;
  for (const char* const lesson : {"multi-head", "heads", "word-map"}) {
    SCOPED_TRACE(lesson);
    Driver d(lesson, options);
    d.moving = true;
    for (std::size_t step = 0; step < d.session().lesson().steps.size(); ++step) {
      for (float x = 400; x < 900; x += 120) d.move({x, 380});
      d.wheel({640, 360}, 1);
      d.press(Key::right);
    }
  }
}

}  // namespace
}  // namespace glassformer
