#include "app/widgets/scroll.h"

#include <algorithm>

namespace glassformer {

namespace {

// The part of the place that holds whole lines of what was drawn since `first`. What stands beside
// or behind a line that is cut, such as its button, goes with it.
Rect whole_lines(const Canvas& canvas, std::size_t first, Rect place) {
  const auto& commands = canvas.commands();
  float top = place.y, bottom = place.bottom();
  const auto crosses = [](const Rect& box, float y) {
    return box.y < y - 1 && box.bottom() > y + 1;
  };
  constexpr int kMostRounds = 6;  // a fraction is several lines, one within the other
  for (int round = 0; round < kMostRounds; ++round) {
    const float top_before = top, bottom_before = bottom;
    for (std::size_t i = first; i < commands.size(); ++i) {
      const Command& command = commands[i];
      const bool is_line = command.kind == Command::Kind::text;
      const bool is_button =
          command.kind == Command::Kind::fill &&
          command.rect.h < 3 * canvas.line_height({Face::text, 14 * canvas.scale()});
      if (!is_line && !is_button) continue;
      const Rect box = is_line ? command.rect.inset(0, 0.15F * command.rect.h) : command.rect;
      if (crosses(box, top_before)) top = std::max(top, box.bottom());
      if (crosses(box, bottom_before)) bottom = std::min(bottom, box.y);
    }
    if (top == top_before && bottom == bottom_before) break;
  }
  // A picture that is taller than the place: cut as it is.
  if (bottom - top < 0.5F * place.h) return place;
  return {place.x, top, place.w, bottom - top};
}

}  // namespace

Scroll::Scroll(Ui& ui, float& offset, Rect place, float notch)
    : ui_(ui), offset_(offset), place_(place), first_(ui.canvas.commands().size()) {
  if (ui.hovering(place)) offset_ = std::max(0.0F, offset_ - ui.input.wheel * notch);
  ui.canvas.push_clip(place);
}

void Scroll::end(float height, float bar) {
  ui_.canvas.pop_clip();
  const float within = std::clamp(offset_, 0.0F, std::max(0.0F, height - place_.h));
  if (within != offset_) ui_.request_frame();  // this time the page is drawn too high
  offset_ = within;
  if (height <= place_.h + 1) return;
  ui_.canvas.crop(first_, whole_lines(ui_.canvas, first_, place_));
  const Theme& theme = ui_.theme;
  ui_.canvas.fill(
      {bar, place_.y + place_.h * offset_ / height, theme.px(4), place_.h * place_.h / height},
      theme.faint_ink.alpha(0.6F), theme.px(2));
}

}  // namespace glassformer
