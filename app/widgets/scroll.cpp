#include "app/widgets/scroll.h"

#include <algorithm>

namespace glassformer {

Scroll::Scroll(Ui& ui, float& offset, Rect place, float notch)
    : ui_(ui), offset_(offset), place_(place) {
  if (ui.hovering(place)) offset_ = std::max(0.0F, offset_ - ui.input.wheel * notch);
  ui.canvas.push_clip(place);
}

void Scroll::end(float height, float bar) {
  ui_.canvas.pop_clip();
  const float within = std::clamp(offset_, 0.0F, std::max(0.0F, height - place_.h));
  if (within != offset_) ui_.request_frame();  // this time the page is drawn too high
  offset_ = within;
  if (height <= place_.h + 1) return;
  const Theme& theme = ui_.theme;
  ui_.canvas.fill(
      {bar, place_.y + place_.h * offset_ / height, theme.px(4), place_.h * place_.h / height},
      theme.faint_ink.alpha(0.6F), theme.px(2));
}

}  // namespace glassformer
