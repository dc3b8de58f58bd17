#include <algorithm>
#include <cmath>

#include "app/widgets/ui.h"

namespace glassformer {

namespace {

// Where a value lies on a slider, 0 … 1. Wide ranges are logarithmic, so that d_k = 1, 16 and 64
// are all within reach; log(1 + x) lets 0 take part.
bool is_wide(double min, double max) {
  return max - min > 100;
}

double place_of(double value, double min, double max) {
  if (max <= min) return 0;
  if (is_wide(min, max)) return std::log1p(value - min) / std::log1p(max - min);
  return (value - min) / (max - min);
}

double value_at(double place, double min, double max) {
  const double k = std::clamp(place, 0.0, 1.0);
  if (is_wide(min, max)) return min + std::expm1(k * std::log1p(max - min));
  return min + (max - min) * k;
}

}  // namespace

bool Ui::button(std::string_view label, Rect rect, bool on, std::string_view hint) {
  const Id self = id(label, 0xb0);
  const Touch touched = touch(self, rect);
  const Pressed keyed = stop(self, rect);
  const float glow = animate(self, touched.hovered ? 1.0F : 0.0F, 0.12F);
  const Color rest = on ? theme.accent : theme.raised;
  const Color over = on ? mix(theme.accent, theme.ink, 0.12F) : theme.pressed;
  canvas.fill(rect, touched.held ? theme.pressed : mix(rest, over, glow), theme.px(7));
  if (!on) canvas.frame(rect, theme.rule, theme.px(1), theme.px(7));
  canvas.text_in(rect.inset(theme.px(10), 0), label, theme.small(),
                 on && !touched.held ? theme.on_accent : theme.ink, Align::center);
  if (touched.hovered && !hint.empty()) tip(hint);
  return touched.clicked || keyed.pressed;
}

int Ui::segments(std::string_view name, const std::vector<std::string>& labels, int chosen,
                 Rect rect, const std::vector<std::string>& tips, int off) {
  canvas.fill(rect, theme.panel, theme.px(7));
  canvas.frame(rect, theme.rule, theme.px(1), theme.px(7));
  float total = 0;
  for (const auto& label : labels) total += canvas.width(label, theme.small());
  const float pad =
      (rect.w - total) / static_cast<float>(2 * std::max<std::size_t>(1, labels.size()));
  Rect rest = rect;
  int result = chosen;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Rect part = rest.take_left(canvas.width(labels[i], theme.small()) + 2 * pad);
    const Touch touched = touch(id(name, i + 1), part);
    const bool on = static_cast<int>(i) == chosen, enabled = static_cast<int>(i) != off;
    if (on) {
      canvas.fill(part.inset(theme.px(2)), theme.accent, theme.px(5));
    } else if (touched.hovered && enabled) {
      canvas.fill(part.inset(theme.px(2)), theme.pressed, theme.px(5));
    }
    const Color ink = on ? theme.on_accent : enabled ? theme.soft_ink : theme.faint_ink;
    canvas.text_in(part, labels[i], theme.small(), ink, Align::center);
    if (touched.hovered && i < tips.size() && !tips[i].empty()) tip(tips[i]);
    if (touched.clicked && enabled) result = static_cast<int>(i);
  }
  const Pressed keyed = stop(id(name, 0), rect, Stop::Kind::choose);
  const int count = static_cast<int>(labels.size());
  // Space goes round, for whoever does not think of ← and →.
  const int by = keyed.pressed ? 1 : keyed.by;
  if (by == 0 || count == 0) return result;
  for (int i = 1, next = chosen; i <= count; ++i) {
    next = (std::max(next, by < 0 ? 0 : -1) + by + count) % count;
    if (next != off) return next;
  }
  return result;
}

bool Ui::slider(std::string_view name, double& value, double min, double max, bool integer,
                Rect rect) {
  const Touch touched = touch(id(name, 0x51), rect);
  const float middle = rect.center().y, knob = theme.px(8);
  const Rect track{rect.x + knob, middle - theme.px(2), rect.w - 2 * knob, theme.px(4)};
  bool changed = false;
  if (touched.held && track.w > 0) {
    double next = value_at((input.mouse.x - track.x) / track.w, min, max);
    // A slider cannot hit a number with many digits; it steps in hundredths of its range.
    const double step = integer || is_wide(min, max) ? 1 : (max - min) / 200;
    next = min + std::round((next - min) / step) * step;
    next = std::clamp(next, min, max);
    changed = next != value;
    value = next;
  }
  if (const Pressed keyed = stop(id(name, 0x51), rect, Stop::Kind::choose); keyed.by != 0) {
    const double step = integer ? 1 : (max - min) / 20;
    const double next = std::clamp(value + keyed.by * step, min, max);
    changed = changed || next != value;
    value = next;
  }
  const auto at = static_cast<float>(std::clamp(place_of(value, min, max), 0.0, 1.0));
  const float x = track.x + track.w * at;
  canvas.fill(track, theme.pressed, theme.px(2));
  canvas.fill({track.x, track.y, x - track.x, track.h}, theme.accent, theme.px(2));
  canvas.circle({x, middle}, knob, touched.hovered || touched.held ? theme.ink : theme.accent);
  canvas.circle({x, middle}, knob - theme.px(3), theme.raised);
  return changed;
}

bool Ui::toggle(std::string_view name, bool& on, Rect rect) {
  const Id self = id(name, 0x70);
  const Touch touched = touch(self, rect);
  const bool turned = touched.clicked || stop(self, rect).pressed;
  if (turned) on = !on;
  const float at = animate(self, on ? 1.0F : 0.0F, 0.12F);
  const float w = theme.px(34), h = theme.px(20), middle = rect.center().y;
  const Rect pill{rect.x, middle - h / 2, w, h};
  canvas.fill(pill, mix(theme.pressed, theme.accent, at), h / 2);
  canvas.frame(pill, mix(theme.faint_ink, theme.accent, at), theme.px(1), h / 2);
  canvas.circle({pill.x + h / 2 + (w - h) * at, middle}, h / 2 - theme.px(3),
                mix(theme.faint_ink, theme.on_accent, at));
  return turned;
}

void Ui::tip(std::string_view text) {
  draw_tip(text, {input.mouse.x + theme.px(14), input.mouse.y, theme.px(26), theme.px(18)});
}

void Ui::tip_below(std::string_view text, Rect rect) {
  draw_tip(text, {rect.x, rect.y, rect.w, rect.h + theme.px(6)});
}

// Below the place, or above it.
void Ui::draw_tip(std::string_view text, Rect place) {
  const int layer = canvas.layer();
  canvas.set_layer(1);
  const float pad = theme.px(8), line = canvas.line_height(theme.small());
  const float w = canvas.width(text, theme.small()) + 2 * pad, h = line + 2 * pad;
  const Rect whole = canvas.whole();
  Rect box{place.x, place.bottom(), w, h};
  box.x = std::max(theme.px(4), std::min(box.x, whole.right() - w - theme.px(4)));
  if (box.bottom() > whole.bottom()) box.y = place.y - h - theme.px(8);
  canvas.push_whole();
  canvas.fill(box, theme.ink, theme.px(6));
  canvas.text({box.x + pad, box.y + pad}, text, theme.small(), theme.page);
  canvas.pop_clip();
  canvas.set_layer(layer);
}

}  // namespace glassformer
