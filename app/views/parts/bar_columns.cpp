#include "app/views/parts/bar_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

double largest_of(const Session& session, const std::vector<BarColumn>& columns) {
  double largest = 0;
  for (const BarColumn& column : columns) {
    for (const Real cell : session.run()->tape.value(column.var).row(column.row))
      if (std::isfinite(cell)) largest = std::max(largest, std::abs(static_cast<double>(cell)));
  }
  return largest > 0 ? largest : 1;
}

struct CellStyle {
  double full = 1;
  float number = 0;      // the width of the widest number
  bool above = false;    // the number stands above its bar
  bool numbers = false;  // there is room for them
};

void draw_cell(Ui& ui, Session& session, const BarColumn& column, int word, const CellStyle& style,
               Rect place) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const CellTouch touch =
      touch_cell(ui, session, cell_of(tape, column.var, column.row, word), place);
  const double value = tape.value(column.var)(column.row, word);
  if (touch.lit && !touch.hidden) {
    ui.canvas.fill(place.inset(-theme.px(4), theme.px(1)), theme.pressed, theme.px(5));
  }
  Rect track = place;
  if (style.numbers && !touch.hidden) {
    const float line = ui.canvas.line_height(theme.number());
    const float bar = std::min(theme.px(72), 0.6F * place.h - theme.px(8));
    Rect number;
    if (style.above) {
      track = {place.x, place.center().y - (bar + line) / 2 + line, place.w, bar};
      number = {place.x, track.y - line - theme.px(1), place.w, line};
    } else {
      number = track.take_right(style.number);
      track.take_right(theme.px(8));
    }
    const std::string text = column.decimals < 0
                                 ? fitted_number(ui, value, theme.number(), number.w)
                                 : fmt::format("{:.{}f}", value, column.decimals);
    ui.canvas.text_in(number, text, theme.number(), theme.ink,
                      style.above ? Align::left : Align::right);
  }
  if (!style.above) {
    const float thick = std::min(theme.px(40), track.h * 0.66F);
    track = {track.x, track.center().y - thick / 2, track.w, thick};
  }
  const float round = std::min(theme.px(4), track.h / 2);
  if (touch.hidden) return draw_hidden(ui, track, round);
  ui.canvas.fill(track, theme.panel, round);
  if (!std::isfinite(value)) return;
  const auto share = static_cast<float>(std::clamp(std::abs(value) / style.full, 0.0, 1.0));
  if (track.w * share < 1) return;
  ui.canvas.fill({track.x, track.y, track.w * share, track.h},
                 theme.tensor(value < 0 ? Role::key : Role::output), round);
}

}  // namespace

void draw_bar_columns(Ui& ui, Session& session, const std::vector<BarColumn>& columns, Rect area) {
  if (columns.empty()) return;
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Axis& axis = tape.node(columns[0].var).label.cols;
  const int words = tape.shape(columns[0].var).cols;
  float names = 0;
  for (int k = 0; k < words; ++k) {
    names = std::max(names, name_width(ui, axis_label(axis, k), theme.body()));
  }
  names = std::min(names + theme.px(16), area.w * 0.3F);
  Rect head = area.take_top(ui.canvas.line_height(theme.strong()) + theme.px(6));
  head.take_left(names);
  const float gap = theme.px(22), line = ui.canvas.line_height(theme.number());
  const float width = (area.w - names) / static_cast<float>(columns.size());
  const float row = area.h / static_cast<float>(std::max(1, words));
  // Rows that are lower than a line have a name only every so often.
  const int every = std::max(1, static_cast<int>(std::ceil(0.8F * line / row)));
  CellStyle style;
  style.full = largest_of(session, columns);
  style.number = std::min(ui.canvas.width("0.0000", theme.number()), width - gap);
  style.numbers = every == 1;
  style.above = row > 2.2F * line;
  if (width - gap < 2 * style.number && !style.above) style.number = width - gap;

  for (const BarColumn& column : columns) {
    text_fitted(ui, head.take_left(width), column.title,
                column.strong ? theme.strong() : theme.body(),
                column.strong ? theme.ink : theme.soft_ink);
  }
  for (int k = 0; k < words; ++k) {
    Rect line_of_word = area.take_top(row);
    const Rect name = line_of_word.take_left(names);
    const Target token = token_of(axis.sequence, k);
    const bool touches = axis.sequence >= 0;
    if (touches && ui.hovering(name)) point_at(session, token);
    if (k % every == 0) {
      const bool lit = touches && session.hover == token;
      text_fitted(ui, name, axis_label(axis, k), theme.body(), lit ? theme.ink : theme.soft_ink);
    }
    for (const BarColumn& column : columns) {
      Rect place = line_of_word.take_left(width);
      place.w -= gap;
      draw_cell(ui, session, column, k, style, place);
    }
  }
}

}  // namespace glassformer
