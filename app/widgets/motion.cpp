#include "app/widgets/motion.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

float& frame_of(Ui& ui) {
  return ui.remembered(Ui::id("frames"));
}

}  // namespace

void want_motion(Ui& ui, bool wanted) {
  ui.remembered(Ui::id("no motion")) = wanted ? 0.0F : 1.0F;
  frame_of(ui) += 1;
}

bool moves(Ui& ui) {
  return !ui.input.still && ui.remembered(Ui::id("no motion")) == 0;
}

float eased(double share) {
  const auto t = static_cast<float>(std::clamp(share, 0.0, 1.0));
  return t * t * (3 - 2 * t);
}

float glide(Ui& ui, Ui::Id id, float target, float seconds) {
  float& goal = ui.remembered(id ^ 1, target);
  float& from = ui.remembered(id ^ 2, target);
  float& age = ui.remembered(id ^ 3, seconds);
  float& asked = ui.remembered(id ^ 4, frame_of(ui));
  const bool fresh = frame_of(ui) > asked + 2;  // a frame may be built twice
  asked = frame_of(ui);
  age += ui.dt();
  if (fresh || !moves(ui) || !ui.input.keys.empty()) age = seconds;
  const auto now = [&] { return std::lerp(from, goal, eased(age / seconds)); };
  if (goal != target) {
    from = fresh || !moves(ui) ? target : now();
    goal = target;
    age = 0;
  }
  if (age < seconds && from != goal) ui.request_frame();
  return now();
}

}  // namespace glassformer
