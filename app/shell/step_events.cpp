#include "app/shell/step_events.h"

#include <algorithm>
#include <cstdlib>

#include "app/shell/app.h"

namespace glassformer {

namespace {

constexpr int kWidth = 1280, kHeight = 720;
constexpr int kSeen = 10;  // levels of 255 that a pixel must differ to be seen to

double changed(const Pixels& a, const Pixels& b, Rect stage) {
  const int left = static_cast<int>(stage.x), right = static_cast<int>(stage.right());
  const int top = static_cast<int>(stage.y), bottom = static_cast<int>(stage.bottom());
  long differ = 0, all = 0;
  for (int y = std::max(0, top); y < std::min(bottom, a.height); ++y) {
    for (int x = std::max(0, left); x < std::min(right, a.width); ++x) {
      const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(a.width) +
                              static_cast<std::size_t>(x)) *
                             4;
      bool seen = false;
      for (std::size_t c = 0; c < 3; ++c)
        seen = seen || std::abs(a.rgba[at + c] - b.rgba[at + c]) > kSeen;
      differ += seen ? 1 : 0;
      ++all;
    }
  }
  return all == 0 ? 0 : static_cast<double>(differ) / static_cast<double>(all);
}

}  // namespace

std::vector<double> step_events(const Lesson& lesson) {
  const auto target = make_offscreen(kWidth, kHeight, 1);
  Settings settings;
  settings.lessons_shown = false;
  settings.where = Where::cpu;
  App app({lesson}, settings, *target);
  app.open(lesson);
  std::vector<double> shares;
  Pixels before;
  for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) {
    app.session().step = step;
    app.session().enter_step();
    draw_still(app);
    Pixels now = target->read();
    if (step > 0) shares.push_back(changed(before, now, app.stage()));
    if (app.session().asking()) {
      app.session().answer();
      draw_still(app);
      now = target->read();
    }
    before = std::move(now);
  }
  return shares;
}

}  // namespace glassformer
