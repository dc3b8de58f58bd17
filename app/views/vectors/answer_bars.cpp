#include "app/views/vectors/answer_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/parts/bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/formula.h"

namespace glassformer {

namespace {

bool is_asked(const Run& run, const std::string& word) {
  return std::find(run.tokens[0].begin(), run.tokens[0].end(), word) != run.tokens[0].end();
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
  const Mat& score = run->tape.value(way.top);
  Bars bars;
  bars.full = 1;  // a product may be more than 1; cosines are not
  int place = 0;
  for (int r = 0; r < score.rows() && place < count.most; ++r) {
    const std::string word = axis_label(run->tape.node(way.top).label.rows, r);
    const bool out = count.exclude && is_asked(*run, word);
    if (!out) ++place;
    const double value = score(r, 0);
    if (column.unbounded && std::isfinite(value)) bars.full = std::max(bars.full, value);
    const Target cell = cell_of(run->tape, way.score, place_of(all, word), 0);
    bars.bars.push_back({.name = hides(session, cell) ? "?" : word,  // it is the answer
                         .cell = cell,
                         .value = value,
                         .number = three_decimals(value),
                         .rank = out ? "–" : std::to_string(place),
                         .struck = out,
                         .strong = place == 1 && !out,
                         .lit = word == chosen,
                         .color = theme.tensor(Role::key)});
    if (out) bars.bars.back().color = theme.rule;
  }
  bars.one_column = bars.mark_one = true;
  if (bars.full > 1) {
    const std::string note = fmt::format("bars to {:.3f}", bars.full);
    const float room = title.w - ui.canvas.width(column.title, theme.strong()) - theme.px(10);
    const float width = ui.canvas.width(note, theme.small()) + theme.px(6);
    if (width <= room) {
      ui.canvas.text_in(title.take_right(width), note, theme.small(), theme.faint_ink,
                        Align::right);
    }
  }
  ui.canvas.text_in(title, column.title, theme.strong(), theme.ink);
  // Rows of all columns stand side by side.
  area.h = std::min(area.h, count.lowest);
  draw_bars(ui, session, bars, area);
  if (!session.chosen || !is_of(*session.chosen, run->tape, way.score)) return;
  chosen = axis_label(all, session.chosen->row);
}

}  // namespace glassformer
