#include <gtest/gtest.h>

#include <regex>

#include "app/platform/picture.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/lessons/shipped.h"

// However a step is reached, it shows the same.
namespace glassformer::testing {
namespace {

void go(Driver& driver, int step) {
  driver.session().step = step;
  driver.session().enter_step();
  driver.rest();
}

// All that is drawn, but for what a pass took.
std::string picture(Driver& driver, App& app) {
  static const std::regex time(">[^<]* m?s<");
  static_cast<void>(driver);
  return std::regex_replace(to_svg(app.canvas(), app.background()), time, "><");
}

// Speeds are measured anew by every program, and so are the shares of a training that goes on.
bool measures(const Lesson& lesson) {
  return lesson.group == "Speed";
}

class Walk : public ::testing::TestWithParam<std::string> {};

TEST_P(Walk, JumpingAndWalkingGiveOnePicture) {
  const auto found = std::find_if(shipped().begin(), shipped().end(),
                                  [&](const Lesson& one) { return one.id == GetParam(); });
  if (measures(*found)) GTEST_SKIP() << "its pictures hold measured times";
  const int steps = static_cast<int>(found->steps.size());
  Driver::Options options;
  options.width = 1280;
  options.height = 720;
  Driver walking(GetParam(), options);
  walking.rest();
  std::vector<std::string> forwards;
  for (int step = 0; step < steps; ++step) {
    go(walking, step);
    forwards.push_back(picture(walking, walking.app()));
  }
  for (int step = steps - 2; step >= 0; --step) {
    go(walking, step);
    EXPECT_EQ(picture(walking, walking.app()), forwards[static_cast<std::size_t>(step)])
        << "back at step " << step + 1;
  }
  for (int step = 1; step < steps; step += 2) {
    Driver jumping(GetParam(), options);
    go(jumping, step);
    EXPECT_EQ(picture(jumping, jumping.app()), forwards[static_cast<std::size_t>(step)])
        << "at once at step " << step + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Lessons, Walk, ::testing::ValuesIn(shipped_ids()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace glassformer::testing
