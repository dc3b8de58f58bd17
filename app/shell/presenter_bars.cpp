#include "app/shell/presenter_bars.h"

namespace glassformer {

namespace {

constexpr double kStay = 2.5;   // seconds after the pointer's last move
constexpr double kRest = 5;     // that it may rest on them before: somebody reads
constexpr float kGlide = 0.2F;  // seconds
constexpr float kOutOfSight = 0.01F;

}  // namespace

void PresenterBars::call(const Ui& ui) {
  until_ = ui.input.time + kStay;
}

void PresenterBars::follow(Ui& ui, bool held, bool under) {
  const bool inside = ui.input.mouse.x >= 0 && ui.input.mouse.y >= 0;
  const bool moved = !(ui.input.mouse == mouse_) || ui.input.down || ui.input.wheel != 0;
  const bool known = mouse_.x >= 0;
  mouse_ = ui.input.mouse;
  if (moved) moved_ = ui.input.time;
  const bool read = under && ui.input.time - moved_ < kRest;
  if (!ui.input.still && ((inside && known && moved) || held || read)) call(ui);
  const bool there = ui.input.time < until_;
  share_ = ui.animate(Ui::id("presenter bars"), there ? 1.0F : 0.0F, kGlide);
  if (share_ < kOutOfSight) share_ = 0;
  if (there) ui.request_frame();
}

}  // namespace glassformer
