#include "app/shell/lesson_end.h"

#include <utility>

namespace glassformer {

namespace {

constexpr double kClickerSeconds = 2;
constexpr double kRepeatSeconds = 0.4;  // presses closer than this are one key held down

}  // namespace

void LessonEnd::follow(bool reached, double now) {
  if (!reached) reached_at_.reset();
  if (reached && !reached_at_) reached_at_ = now;
}

bool LessonEnd::leads_on(const Ui& ui) {
  const double now = ui.input.time;
  const auto before = std::exchange(pressed_at_, now);
  if (!reached_at_ || (before && now - *before < kRepeatSeconds)) return false;
  return ui.pressed(Key::space) || (ui.pressed(Key::page_down) && stood_for(kClickerSeconds, now));
}

}  // namespace glassformer
