#include "app/widgets/timeline.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

enum class Glyph { back, play, pause, on };

void draw_shape(Canvas& canvas, Glyph shape, Vec middle, float size, Color color) {
  const float half = size / 2, bar = size * 0.2F;
  const auto triangle = [&](float x, float way) {
    canvas.polygon({{x - way * half * 0.8F, middle.y - half},
                    {x + way * half * 0.9F, middle.y},
                    {x - way * half * 0.8F, middle.y + half}},
                   color);
  };
  const auto upright = [&](float x) {
    canvas.fill({x - bar / 2, middle.y - half, bar, size}, color, bar * 0.3F);
  };
  switch (shape) {
    case Glyph::back:
      triangle(middle.x + bar * 0.4F, -1);
      upright(middle.x - half);
      break;
    case Glyph::on:
      triangle(middle.x - bar * 0.4F, 1);
      upright(middle.x + half);
      break;
    case Glyph::play:
      triangle(middle.x + bar * 0.3F, 1);
      break;
    case Glyph::pause:
      upright(middle.x - half * 0.5F);
      upright(middle.x + half * 0.5F);
      break;
  }
}

bool shape_button(Ui& ui, Glyph shape, Rect rect, bool possible, bool filled,
                  std::string_view hint) {
  const Ui::Id id = Ui::id("timeline", static_cast<std::uint64_t>(shape) + 1);
  const Touch touch = ui.touch(id, rect);
  const bool over = touch.hovered && possible;
  const float glow = ui.animate(id, over ? 1.0F : 0.0F, 0.12F);
  const Theme& theme = ui.theme;
  const float radius = std::min(rect.w, rect.h) / 2;
  const Color rest = filled ? theme.accent : theme.pressed.alpha(0);
  const Color hot = filled ? mix(theme.accent, theme.ink, 0.15F) : theme.pressed;
  ui.canvas.circle(rect.center(), radius, filled ? mix(rest, hot, glow) : hot.alpha(glow));
  const Color ink = filled ? theme.on_accent : possible ? theme.ink : theme.faint_ink.alpha(0.5F);
  draw_shape(ui.canvas, shape, rect.center(), theme.px(filled ? 13.0F : 11.0F), ink);
  if (over && !hint.empty()) ui.tip(hint);
  return touch.clicked && possible;
}

Rect segment(Rect track, int i, int count) {
  const float w = track.w / static_cast<float>(count);
  return {track.x + w * static_cast<float>(i), track.y, w, track.h};
}

// One piece of the line per step; those behind are full, the current one as far as it is drawn.
void draw_track(Ui& ui, const TimelineSpec& spec, Rect track, int hovered) {
  const Theme& theme = ui.theme;
  const int count = static_cast<int>(spec.titles.size());
  const float thickness = theme.px(6), y = track.center().y - thickness / 2;
  const float gap = track.w / static_cast<float>(count) > theme.px(8) ? theme.px(3) : 0;
  const float radius = gap > 0 ? thickness / 2 : 0;
  float knob = track.x;
  for (int i = 0; i < count; ++i) {
    const Rect whole = segment(track, i, count);
    const Rect piece{whole.x + gap / 2, y, std::max(1.0F, whole.w - gap), thickness};
    const Color bare = i == hovered ? mix(theme.rule, theme.accent, 0.35F) : theme.rule;
    ui.canvas.fill(i == hovered ? piece.inset(0, -theme.px(1)) : piece, bare, radius);
    const float part = i < spec.step ? 1 : i == spec.step ? std::clamp(spec.built, 0.0F, 1.0F) : 0;
    if (i == spec.step) knob = piece.x + std::max(thickness, piece.w * part);
    if (part <= 0) continue;
    const float done = std::max(std::min(piece.w, thickness), piece.w * part);
    ui.canvas.fill({piece.x, piece.y, done, piece.h},
                   i == spec.step ? theme.accent : mix(theme.accent, theme.page, 0.35F), radius);
  }
  const Vec at{std::clamp(knob, track.x, track.right()), track.center().y};
  ui.canvas.circle(at, theme.px(8), theme.page);
  ui.canvas.circle(at, theme.px(6.5F), theme.accent);
}

// What "3  Scores  of 12" takes.
float title_width(const Ui& ui, const TimelineSpec& spec, int step) {
  const Theme& theme = ui.theme;
  return ui.canvas.width(std::to_string(step + 1), theme.strong()) +
         ui.canvas.width(spec.titles[static_cast<std::size_t>(step)], theme.strong()) +
         ui.canvas.width("of " + std::to_string(spec.titles.size()), theme.small()) + theme.px(20);
}

// "3  Scores  of 12", or the step under the pointer.
void draw_title(Ui& ui, const TimelineSpec& spec, Rect row, int shown, bool hovered) {
  const Theme& theme = ui.theme;
  const Type type = theme.strong(), small = theme.small();
  const std::string number = std::to_string(shown + 1);
  const std::string of = "of " + std::to_string(spec.titles.size());
  const float gap = theme.px(10), of_w = ui.canvas.width(of, small);
  const Color ink = hovered ? theme.accent : theme.ink;
  Rect rest = row;
  const float number_w = ui.canvas.width(number, type);
  ui.canvas.text_in(rest.take_left(number_w), number, type, theme.accent);
  rest.take_left(gap);
  const std::string& whole = spec.titles[static_cast<std::size_t>(shown)];
  const float room = std::max(0.0F, rest.w - of_w - gap);
  const bool fits = ui.canvas.width(whole, type) <= room;
  const Type title_type = fits ? type : Type{type.face, small.size};
  const std::string title = ui.canvas.elided(whole, title_type, room);
  ui.canvas.text_in(rest.take_left(ui.canvas.width(title, title_type)), title, title_type, ink);
  rest.take_left(gap);
  if (rest.w >= of_w) ui.canvas.text_in({rest.x, rest.y, of_w, rest.h}, of, small, theme.faint_ink);
}

// The next lesson, at the right of the row of the title. Takes from the row what the title leaves;
// where its name has no room there, that it is the next must do.
bool draw_next(Ui& ui, const std::string& lesson, float title, Rect& row) {
  const Theme& theme = ui.theme;
  const float pad = theme.px(12), room = row.w - title - theme.px(20) - 2 * pad;
  std::string words = "Next lesson: " + lesson;
  for (const std::string& shorter : {"Next: " + lesson, std::string("Next lesson")}) {
    if (ui.canvas.width(words, theme.small()) > room) words = shorter;
  }
  const float w = ui.canvas.width(words, theme.small()) + 2 * pad, h = theme.px(28);
  const Rect slot = row.take_right(w);
  row.take_right(theme.px(10));
  const Rect chip{slot.x, slot.center().y - h / 2, w, h};
  const Ui::Id id = Ui::id("timeline", 0x7e7);
  const Touch touch = ui.touch(id, chip);
  const float glow = ui.animate(id, touch.hovered ? 1.0F : 0.0F, 0.12F);
  ui.canvas.fill(chip, mix(theme.accent, theme.ink, 0.15F * glow), h / 2);
  ui.canvas.text_in(chip, words, theme.small(), theme.on_accent, Align::center);
  if (touch.hovered) ui.tip(lesson + " (Space or N)");
  return touch.clicked;
}

}  // namespace

TimelineTouch draw_timeline(Ui& ui, const TimelineSpec& spec, Rect area) {
  TimelineTouch touch;
  const int count = static_cast<int>(spec.titles.size());
  if (count == 0 || area.w <= 0 || area.h <= 0) return touch;
  const int step = std::clamp(spec.step, 0, count - 1);
  const Theme& theme = ui.theme;

  const float side = std::min(theme.px(36), area.h);
  const auto button = [&](Rect& rest) {
    const Rect slot = rest.take_left(side);
    rest.take_left(theme.px(6));
    return Rect{slot.x, area.center().y - side / 2, side, side};
  };
  Rect rest = area;
  if (shape_button(ui, Glyph::back, button(rest), step > 0, false, "back")) touch.step = step - 1;
  touch.play = shape_button(ui, spec.playing ? Glyph::pause : Glyph::play, button(rest), true, true,
                            spec.playing ? "pause" : "play");
  touch.on = button(rest);
  if (shape_button(ui, Glyph::on, touch.on, step + 1 < count, false, "on")) touch.step = step + 1;
  rest.take_left(theme.px(12));
  if (rest.w < theme.px(60)) return touch;

  const float line = ui.canvas.line_height(theme.strong());
  const bool two_rows = area.h >= line + theme.px(18);
  Rect track = rest.inset(theme.px(8), 0);
  Rect title = rest;
  if (two_rows) {
    const float top = area.y + (area.h - line - theme.px(18)) / 2;
    title = {rest.x + theme.px(8), top, rest.w - theme.px(16), line};
    track = {track.x, title.bottom(), track.w, theme.px(18)};
  } else {
    title = rest.take_right(rest.w * 0.35F);
    track.w = rest.w - theme.px(24);
  }

  const Touch on_track = ui.touch(Ui::id("timeline", 0x7ac), track);
  int hovered = -1;
  if (on_track.hovered || on_track.held) {
    const float part = (ui.input.mouse.x - track.x) / track.w;
    hovered = std::clamp(static_cast<int>(part * static_cast<float>(count)), 0, count - 1);
  }
  if ((on_track.held || on_track.clicked) && hovered != step) touch.step = hovered;
  TimelineSpec shown = spec;
  shown.step = step;
  draw_track(ui, shown, track, hovered);
  if (!spec.next.empty()) touch.next = draw_next(ui, spec.next, title_width(ui, spec, step), title);
  draw_title(ui, spec, title, hovered >= 0 ? hovered : step, hovered >= 0 && hovered != step);
  return touch;
}

}  // namespace glassformer
