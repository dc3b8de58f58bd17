#include "app/shell/list_heading.h"

#include <utility>
#include <vector>

namespace glassformer {

namespace {

void draw_chevron(Ui& ui, Rect box, bool folded, Color ink) {
  const Vec middle = box.center();
  const float s = ui.theme.px(4);
  std::vector<Vec> points = {{middle.x - s, middle.y - s / 2},
                             {middle.x, middle.y + s / 2},
                             {middle.x + s, middle.y - s / 2}};
  if (folded) {
    points = {{middle.x - s / 2, middle.y - s},
              {middle.x + s / 2, middle.y},
              {middle.x - s / 2, middle.y + s}};
  }
  ui.canvas.polyline(std::move(points), ink, ui.theme.px(1.6F));
}

}  // namespace

void draw_open_mark(Ui& ui, Rect row) {
  const Theme& theme = ui.theme;
  ui.canvas.fill({row.x, row.y + theme.px(9), theme.px(3), row.h - theme.px(18)}, theme.accent,
                 theme.px(1.5F));
}

bool draw_list_heading(Ui& ui, Settings& settings, const ListHeading& heading, Rect row) {
  const Theme& theme = ui.theme;
  const bool folded = settings.folded.contains(heading.name);
  const Touch touch = ui.touch(Ui::id(heading.name, 0x9e0), row);
  if (touch.hovered) ui.canvas.fill(row, theme.pressed, theme.px(7));
  if (folded && heading.holds_open) draw_open_mark(ui, row);
  const Color ink = touch.hovered ? theme.ink : theme.faint_ink;
  Rect words = row.inset(theme.px(10), 0);
  draw_chevron(ui, words.take_right(theme.px(16)), folded, ink);
  ui.canvas.text_in(words, heading.name, theme.small(), ink);
  if (touch.clicked) {
    if (folded) settings.folded.erase(heading.name);
    if (!folded) settings.folded.insert(heading.name);
    ui.request_frame();
  }
  return folded;
}

}  // namespace glassformer
