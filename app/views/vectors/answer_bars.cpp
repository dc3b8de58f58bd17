#include "app/views/vectors/answer_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/near_list.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"

namespace glassformer {

namespace {

bool is_asked(const Run& run, const std::string& word) {
  return std::find(run.tokens[0].begin(), run.tokens[0].end(), word) != run.tokens[0].end();
}

// The bar of a score from 0 to `full`; a line where 1 is, if that is not its end.
void draw_bar(Ui& ui, Rect track, double value, double full, Color color) {
  const Theme& theme = ui.theme;
  const float thick = std::min(theme.px(12), track.h * 0.5F);
  const Rect line{track.x, track.center().y - thick / 2, track.w, thick};
  ui.canvas.fill(line, theme.panel, theme.px(3));
  if (!std::isfinite(value)) return;
  const float width = line.w * static_cast<float>(std::clamp(value / full, 0.0, 1.0));
  if (width >= 1) ui.canvas.fill({line.x, line.y, width, line.h}, color, theme.px(3));
  if (full == 1) return;
  const float one = line.x + line.w / static_cast<float>(full);
  ui.canvas.line({one, line.y - theme.px(3)}, {one, line.bottom() + theme.px(3)}, theme.faint_ink,
                 theme.px(1));
}

}  // namespace

int place_of(const Axis& axis, const std::string& word) {
  const auto found = std::find(axis.labels.begin(), axis.labels.end(), word);
  return found == axis.labels.end() ? -1 : static_cast<int>(found - axis.labels.begin());
}

CellTouch link_cell(Ui& ui, Session& session, Var var, int row, int col, Rect rect) {
  const CellTouch touch =
      touch_cell(ui, session, cell_of(session.run()->tape, var, row, col), rect);
  if (touch.lit) ui.canvas.frame(rect, ui.theme.lit, ui.theme.px(1.5F), ui.theme.px(5));
  return touch;
}

std::string answer_of(const Run& run, const WordArithmeticRecord::Way& way, bool exclude) {
  if (!way.top) return {};
  for (const std::string& word : run.tape.node(way.top).label.rows.labels) {
    if (!exclude || !is_asked(run, word)) return word;
  }
  return {};
}

void draw_answer_column(Ui& ui, Session& session, const AnswerColumn& column, AnswerCount count,
                        std::string& chosen, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  Rect title = area.take_top(theme.px(24));
  const Rect formula = area.take_top(theme.px(26));
  draw_formula(ui, column.formula, formula.origin(), {theme.px(16), theme.soft_ink, {}, {}});
  const WordArithmeticRecord::Way& way = run->records.get<WordArithmeticRecord>().*column.way;
  if (!way.top) {
    ui.canvas.text_in(title, column.title, theme.strong(), theme.ink);
    ui.canvas.text_in(area.take_top(theme.px(28)), column.asks, theme.small(), theme.faint_ink);
    return;
  }
  const Axis& all = run->tape.node(way.score).label.rows;
  const Axis& words = run->tape.node(way.top).label.rows;
  const Mat& score = run->tape.value(way.top);
  const float line = theme.px(count.lowest < theme.px(250) ? 22 : 28);
  const int fits = std::max(1, static_cast<int>(area.h / line));
  double full = 1;  // a product may be more than 1; cosines are not
  float names = 0;
  for (int r = 0; r < score.rows(); ++r) {
    if (column.unbounded && std::isfinite(score(r, 0))) {
      full = std::max(full, static_cast<double>(score(r, 0)));
    }
    names = std::max(names, name_width(ui, axis_label(words, r), theme.strong()));
  }
  // A name in whole is worth more than a bar.
  const float numbers = theme.px(26 + 60), before_bar = theme.px(10), least_bar = theme.px(22);
  names += before_bar;
  const float room = std::max(area.w - numbers, area.w * 0.44F);
  if (names > room - least_bar) names = std::min(names, room);
  // What does not fit is said beside the title.
  int answers = 0, seen = 0;
  for (int r = 0; r < score.rows() && answers < count.most; ++r) {
    if (count.exclude && is_asked(*run, axis_label(words, r))) continue;
    ++answers;
    if (r < fits) ++seen;
  }
  std::string note = seen < answers ? fmt::format("{} of {}", seen, answers) : "";
  if (full > 1) {
    const std::string whole =
        fmt::format("bars to {:.3f}{}{}", full, note.empty() ? "" : ", ", note);
    const float room = title.w - ui.canvas.width(column.title, theme.strong()) - theme.px(10);
    if (ui.canvas.width(whole, theme.small()) <= room) note = whole;
  }
  if (!note.empty()) {
    ui.canvas.text_in(title.take_right(ui.canvas.width(note, theme.small()) + theme.px(6)), note,
                      theme.small(), theme.faint_ink, Align::right);
  }
  ui.canvas.text_in(title, column.title, theme.strong(), theme.ink);
  int place = 0;
  for (int r = 0; r < std::min(score.rows(), fits) && place < count.most; ++r) {
    Rect row = area.take_top(line);
    const std::string word = axis_label(words, r);
    const bool out = count.exclude && is_asked(*run, word);
    if (!out) ++place;
    const Rect whole = row;
    if (word == chosen) ui.canvas.fill(whole, theme.pressed, theme.px(5));
    if (link_cell(ui, session, way.score, place_of(all, word), 0, whole).hidden) {
      ui.canvas.text_in(row, "?", theme.body(), theme.soft_ink, Align::center);
      continue;
    }
    if (session.chosen && is_of(*session.chosen, run->tape, way.score) &&
        session.chosen->row == place_of(all, word)) {
      chosen = word;
    }
    const Color ink = out ? theme.faint_ink : place == 1 ? theme.ink : theme.soft_ink;
    ui.canvas.text_in(row.take_left(theme.px(26)), out ? "–" : std::to_string(place),
                      theme.number(), theme.faint_ink, Align::center);
    const Rect name = row.take_left(names - before_bar);
    row.take_left(before_bar);
    text_fitted(ui, name, word, place == 1 && !out ? theme.strong() : theme.body(), ink);
    if (out) {
      const float width = std::min(name.w, ui.canvas.width(word, theme.body()));
      ui.canvas.line({name.x, name.center().y}, {name.x + width, name.center().y}, theme.faint_ink,
                     theme.px(1));
    }
    ui.canvas.text_in(row.take_right(theme.px(60)).inset(theme.px(6), 0),
                      three_decimals(score(r, 0)), theme.number(), ink, Align::right);
    if (row.w > theme.px(20)) {
      draw_bar(ui, row, score(r, 0), full, out ? theme.rule : theme.tensor(Role::key));
    }
  }
}

}  // namespace glassformer
