#include "app/shell/presenter_hand.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/again.h"

namespace glassformer {

namespace {

constexpr float kPen = 4, kSpot = 110, kGlass = 130;  // px at scale 1
constexpr float kTimes = 2.5F;                        // as large under the glass
constexpr float kDark = 0.6F;                         // of what the spotlight leaves out
constexpr std::size_t kMost = 2000;                   // points of a stroke

}  // namespace

void PresenterHand::keys(const Ui& ui) {
  const auto toggle = [&](Key key, Tool tool) {
    if (ui.pressed(key)) tool_ = tool_ == tool ? Tool::none : tool;
  };
  toggle(Key::d, Tool::pen);
  toggle(Key::h, Tool::spotlight);
  toggle(Key::g, Tool::glass);
  if (ui.pressed(Key::escape)) tool_ = Tool::none;
}

void PresenterHand::draw(Ui& ui, const Session& session, Rect stage) {
  if (entry_ != session.entry()) {
    entry_ = session.entry();
    strokes_.clear();
    tool_ = Tool::none;
    draws_ = false;
  }
  if (tool_ == Tool::none && strokes_.empty()) return;
  // What it shows is what was drawn until now, without what lies over it.
  ui.canvas.set_layer(1);
  ui.canvas.push_clip(stage);
  if (tool_ == Tool::spotlight) draw_spotlight(ui, stage);
  if (tool_ == Tool::glass) draw_glass(ui, stage);
  draw_pen(ui, stage);
  ui.canvas.pop_clip();
  ui.canvas.set_layer(0);
}

void PresenterHand::draw_pen(Ui& ui, Rect stage) {
  const Vec mouse = ui.input.mouse;
  if (tool_ == Tool::pen) {
    ui.cover(stage);
    const bool down = ui.input.down && stage.contains(mouse);
    if (down && !draws_) strokes_.emplace_back();
    draws_ = down;
    if (draws_) {
      std::vector<Vec>& stroke = strokes_.back();
      if ((stroke.empty() || !(stroke.back() == mouse)) && stroke.size() < kMost)
        stroke.push_back(mouse);
    }
  }
  const float thick = ui.theme.px(kPen);
  for (const std::vector<Vec>& stroke : strokes_) {
    for (const Vec point : stroke) ui.canvas.circle(point, thick / 2, ui.theme.error);
    ui.canvas.polyline(stroke, ui.theme.error, thick);
  }
  if (tool_ == Tool::pen && stage.contains(mouse))
    ui.canvas.ring(mouse, thick, ui.theme.error, ui.theme.px(1.5F));
}

// All but a disc around the pointer lies in the dark.
void PresenterHand::draw_spotlight(Ui& ui, Rect stage) {
  const Color dark = (ui.theme.dark ? rgb(0x000000) : rgb(0x20242b)).alpha(kDark);
  const float radius = std::round(ui.theme.px(kSpot));
  if (!stage.contains(ui.input.mouse)) return;
  // Rows of whole pixels: of two that shared one it would be twice as dark.
  const Vec at{ui.input.mouse.x, std::round(ui.input.mouse.y)};
  constexpr float strip = 1;
  Rect rest = stage;
  ui.canvas.fill(rest.take_top(std::clamp(at.y - radius - stage.y, 0.0F, stage.h)), dark);
  ui.canvas.fill(rest.take_bottom(std::clamp(stage.bottom() - at.y - radius, 0.0F, rest.h)), dark);
  while (rest.h > 0) {
    const Rect row = rest.take_top(std::min(strip, rest.h));
    const float dy = row.center().y - at.y;
    const float half = std::sqrt(std::max(0.0F, radius * radius - dy * dy));
    const float left = std::max(stage.x, at.x - half), right = std::min(stage.right(), at.x + half);
    ui.canvas.fill({stage.x, row.y, left - stage.x, row.h}, dark);
    ui.canvas.fill({right, row.y, stage.right() - right, row.h}, dark);
  }
}

// What lies under the pointer, larger, in a frame around it.
void PresenterHand::draw_glass(Ui& ui, Rect stage) {
  const Vec at = ui.input.mouse;
  if (!stage.contains(at)) return;
  const float half = ui.theme.px(kGlass);
  const Rect frame{at.x - half, at.y - half, 2 * half, 2 * half};
  const float seen = half / kTimes;
  const Rect from{at.x - seen, at.y - seen, 2 * seen, 2 * seen};
  const std::vector<Command> below = ui.canvas.commands();
  ui.canvas.push_clip(frame);
  ui.canvas.fill(frame, ui.theme.page);
  draw_again(ui.canvas, below, {from, frame, from, false});
  ui.canvas.pop_clip();
  ui.canvas.frame(frame, ui.theme.accent, ui.theme.px(2), ui.theme.px(4));
}

}  // namespace glassformer
