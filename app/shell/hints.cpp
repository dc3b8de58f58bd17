#include "app/shell/hints.h"

#include <algorithm>
#include <string_view>

namespace glassformer {

namespace {

constexpr float kHeight = 25, kTail = 5;  // px at scale 1: the gaps beside the stage are as narrow

float bubble_width(const Ui& ui, std::string_view words) {
  return ui.canvas.width(words, ui.theme.strong()) + ui.theme.px(28);
}

void draw_bubble(Ui& ui, std::string_view words, Rect bubble) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(bubble, theme.accent, bubble.h / 2);
  ui.canvas.text_in(bubble, words, theme.strong(), theme.on_accent, Align::center);
}

// From the bubble's edge at `from` to the point.
void draw_tail(Ui& ui, Vec from, Vec to) {
  const float half = ui.theme.px(7);
  ui.canvas.polygon({{from.x - half, from.y}, to, {from.x + half, from.y}}, ui.theme.accent);
}

}  // namespace

void draw_hints(Ui& ui, const std::set<Hint>& hints, const HintPlaces& places) {
  const Theme& theme = ui.theme;
  const float height = theme.px(kHeight), tail = theme.px(kTail), gap = theme.px(12);
  const auto wanted = [&](Hint hint, Rect place) { return hints.contains(hint) && place.w > 0; };
  ui.canvas.set_layer(1);
  // Between the stage and the timeline there is a row for both.
  Rect row{places.go_on.center().x - theme.px(28), places.go_on.y - theme.px(2) - tail - height,
           places.stage.right() - places.go_on.center().x + theme.px(28), height};
  if (wanted(Hint::go_on, places.go_on)) {
    constexpr std::string_view words = "Space: next step";
    const Vec to{places.go_on.center().x, row.bottom() + tail};
    draw_tail(ui, {to.x, row.bottom()}, to);
    draw_bubble(ui, words, row.take_left(bubble_width(ui, words)));
    row.take_left(gap);
  }
  if (wanted(Hint::touch, places.stage)) {
    constexpr std::string_view words = "Touch a number";
    const float w = bubble_width(ui, words);
    const float x = std::max(row.x, places.stage.center().x - w / 2);
    draw_bubble(ui, words, {x, row.y, w, height});
  }
  if (wanted(Hint::type, places.sentence)) {
    constexpr std::string_view words = "Type your own sentence";
    const Vec to{places.sentence.center().x, places.sentence.bottom() - theme.px(4)};
    const float w = bubble_width(ui, words);
    draw_tail(ui, {to.x, to.y + tail}, to);
    draw_bubble(ui, words, {to.x - theme.px(28), to.y + tail, w, height});
  }
  ui.canvas.set_layer(0);
}

bool shows_number(const Canvas& canvas, Rect area) {
  return std::ranges::any_of(canvas.commands(), [&](const Command& command) {
    return command.kind == Command::Kind::text && command.type.face == Face::number &&
           area.contains(command.rect.center());
  });
}

}  // namespace glassformer
