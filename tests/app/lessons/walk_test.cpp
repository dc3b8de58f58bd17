#include <fmt/format.h>
#include <gtest/gtest.h>

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

// What is drawn below the top bar, which says how long a pass took: a line for each command, its
// place to whole pixels.
std::vector<std::string> picture(const Driver& driver, App& app) {
  std::vector<std::string> lines;
  for (const Command& command : app.canvas().commands()) {
    const bool shape = !command.points.empty();
    const Vec at = shape ? command.points.front() : Vec{command.rect.x, command.rect.y};
    if (at.y < 60 * driver.scale()) continue;
    if (command.text.find("iterations") != std::string::npos)
      continue;  // and the seconds they took
    lines.push_back(fmt::format("{} {:.0f},{:.0f} {:.0f} × {:.0f} #{:02x}{:02x}{:02x} {}",
                                static_cast<int>(command.kind), at.x, at.y, command.rect.w,
                                command.rect.h, command.color.r, command.color.g, command.color.b,
                                command.text));
  }
  return lines;
}

// The first commands that differ; empty if none does.
std::string difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string one = i < a.size() ? a[i] : "nothing",
                      other = i < b.size() ? b[i] : "nothing";
    if (one != other) return fmt::format("[{}] {} | {}", i, one, other);
  }
  return {};
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
  std::vector<std::vector<std::string>> forwards;
  for (int step = 0; step < steps; ++step) {
    go(walking, step);
    forwards.push_back(picture(walking, walking.app()));
  }
  for (int step = steps - 2; step >= 0; --step) {
    go(walking, step);
    EXPECT_EQ(difference(picture(walking, walking.app()), forwards[static_cast<std::size_t>(step)]),
              "")
        << "back at step " << step + 1;
  }
  for (int step = 1; step < steps; step += 2) {
    Driver jumping(GetParam(), options);
    go(jumping, step);
    EXPECT_EQ(difference(picture(jumping, jumping.app()), forwards[static_cast<std::size_t>(step)]),
              "")
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
