#include "app/shell/icons.h"

namespace glassformer {

void draw_icon(Canvas& canvas, Icon icon, Rect box, Color ink, float thickness) {
  const auto at = [&box](float x, float y) { return Vec{box.x + box.w * x, box.y + box.h * y}; };
  const float t = thickness;
  switch (icon) {
    case Icon::undo:
      canvas.bezier(at(0.15F, 0.4F), at(0.6F, 0.2F), at(1.05F, 0.5F), at(0.7F, 0.9F), ink, t);
      canvas.polyline({at(0.38F, 0.12F), at(0.12F, 0.4F), at(0.42F, 0.6F)}, ink, t);
      break;
    case Icon::redo:
      canvas.bezier(at(0.85F, 0.4F), at(0.4F, 0.2F), at(-0.05F, 0.5F), at(0.3F, 0.9F), ink, t);
      canvas.polyline({at(0.62F, 0.12F), at(0.88F, 0.4F), at(0.58F, 0.6F)}, ink, t);
      break;
    case Icon::predict:  // an eye that is shut
      canvas.bezier(at(0.02F, 0.4F), at(0.3F, 0.85F), at(0.7F, 0.85F), at(0.98F, 0.4F), ink, t);
      canvas.line(at(0.5F, 0.75F), at(0.5F, 0.95F), ink, t);
      canvas.line(at(0.22F, 0.66F), at(0.12F, 0.84F), ink, t);
      canvas.line(at(0.78F, 0.66F), at(0.88F, 0.84F), ink, t);
      break;
    case Icon::save:
      canvas.line(at(0.5F, 0.08F), at(0.5F, 0.62F), ink, t);
      canvas.polyline({at(0.28F, 0.4F), at(0.5F, 0.64F), at(0.72F, 0.4F)}, ink, t);
      canvas.polyline({at(0.1F, 0.62F), at(0.1F, 0.92F), at(0.9F, 0.92F), at(0.9F, 0.62F)}, ink, t);
      break;
    case Icon::theme:
      canvas.ring(at(0.5F, 0.5F), box.w * 0.42F, ink, t);
      canvas.polygon({at(0.5F, 0.08F), at(0.7F, 0.13F), at(0.86F, 0.29F), at(0.92F, 0.5F),
                      at(0.86F, 0.71F), at(0.7F, 0.87F), at(0.5F, 0.92F)},
                     ink);
      break;
    case Icon::presenter:
      canvas.frame({box.x, box.y + box.h * 0.12F, box.w, box.h * 0.58F}, ink, t, 2 * t);
      canvas.line(at(0.5F, 0.7F), at(0.5F, 0.82F), ink, t);
      canvas.polyline({at(0.25F, 0.98F), at(0.5F, 0.8F), at(0.75F, 0.98F)}, ink, t);
      break;
    case Icon::help:
      canvas.bezier(at(0.28F, 0.32F), at(0.3F, -0.02F), at(0.8F, 0.02F), at(0.72F, 0.36F), ink, t);
      canvas.bezier(at(0.72F, 0.36F), at(0.66F, 0.52F), at(0.5F, 0.5F), at(0.5F, 0.7F), ink, t);
      canvas.circle(at(0.5F, 0.9F), t * 0.9F, ink);
      break;
    case Icon::menu:
      for (const float y : {0.22F, 0.5F, 0.78F}) canvas.line(at(0.08F, y), at(0.92F, y), ink, t);
      break;
    case Icon::open:  // a folder
      canvas.polyline({at(0.04F, 0.86F), at(0.04F, 0.16F), at(0.36F, 0.16F), at(0.48F, 0.3F),
                       at(0.88F, 0.3F), at(0.88F, 0.44F)},
                      ink, t);
      canvas.polyline(
          {at(0.04F, 0.86F), at(0.22F, 0.44F), at(1.0F, 0.44F), at(0.84F, 0.86F), at(0.04F, 0.86F)},
          ink, t);
      break;
    case Icon::close:
      canvas.line(at(0.2F, 0.2F), at(0.8F, 0.8F), ink, t);
      canvas.line(at(0.8F, 0.2F), at(0.2F, 0.8F), ink, t);
      break;
  }
}

bool icon_button(Ui& ui, Icon icon, Rect rect, bool on, bool enabled, std::string_view tip) {
  const Theme& theme = ui.theme;
  const Touch touch = ui.touch(Ui::id("icon", static_cast<std::uint64_t>(icon) + 1), rect);
  const Ui::Pressed keyed =
      enabled ? ui.stop(Ui::id("icon", static_cast<std::uint64_t>(icon) + 1), rect) : Ui::Pressed{};
  if (on) {
    ui.canvas.fill(rect, theme.accent, theme.px(7));
  } else if (touch.hovered && enabled) {
    ui.canvas.fill(rect, theme.pressed, theme.px(7));
  }
  const float side = theme.px(18);
  const Rect box{rect.center().x - side / 2, rect.center().y - side / 2, side, side};
  const Color ink = !enabled ? theme.rule : on ? theme.on_accent : theme.soft_ink;
  draw_icon(ui.canvas, icon, box, ink, theme.px(1.8F));
  if (touch.hovered && !tip.empty()) ui.tip(tip);
  if (keyed.focused && !touch.hovered && !tip.empty()) ui.tip_below(tip, rect);
  return (touch.clicked || keyed.pressed) && enabled;
}

}  // namespace glassformer
