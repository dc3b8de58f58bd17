#include "app/views/vectors/word_chips.h"

#include <algorithm>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

bool draw_chip(Ui& ui, Session& session, const WordChips& chips, int i, Rect chip) {
  const Theme& theme = ui.theme;
  const std::string& word = chips.words[static_cast<std::size_t>(i)];
  const Touch touch = touch_target(ui, session, Ui::id(chips.id, static_cast<std::uint64_t>(i)),
                                   token_of(0, i, word), chip);
  const std::optional<Color> color = chips.fill(i), ring = chips.ring(i);
  const Color fill = color.value_or(touch.held ? theme.pressed : theme.raised);
  ui.canvas.fill(chip, fill, theme.px(16));
  if (touch.hovered || is_under_pointer(session, word)) {
    ui.canvas.frame(chip, theme.lit, theme.px(2), theme.px(16));
  } else if (ring) {
    ui.canvas.frame(chip, *ring, theme.px(2), theme.px(16));
  }
  ui.canvas.text_in(chip, word, theme.body(), color ? ink_on(fill) : theme.ink, Align::center);
  return touch.clicked;
}

}  // namespace

int draw_word_chips(Ui& ui, Session& session, const WordChips& chips, Rect row) {
  const Theme& theme = ui.theme;
  const auto width = [&](std::size_t i) {
    return ui.canvas.width(chips.words[i], theme.body()) + theme.px(24);
  };
  const std::size_t last = chips.words.size(), centre = static_cast<std::size_t>(chips.centre);
  const std::size_t needed = std::min(last, static_cast<std::size_t>(chips.needed));
  std::size_t first = 0, shown = fitting(ui, last, width, row.w);
  if (shown < needed) {
    float used = more_width(ui, last);
    first = needed;
    while (first > 0 && used + width(first - 1) + more_width(ui, first - 1) <= row.w) {
      used += width(--first);
    }
    first = std::min(first, centre);
    shown = fitting(
        ui, last - first, [&](std::size_t i) { return width(first + i); },
        row.w - more_width(ui, first));
  }
  draw_more(ui, first, row.take_left(more_width(ui, first)));
  int clicked = -1;
  for (std::size_t i = first; i < first + shown; ++i) {
    const Rect chip = row.take_left(width(i)).inset(theme.px(2), 0);
    if (draw_chip(ui, session, chips, static_cast<int>(i), chip)) clicked = static_cast<int>(i);
  }
  draw_more(ui, last - first - shown, row);
  return clicked;
}

}  // namespace glassformer
