#include "app/views/vectors/answer_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/parts/large_bars.h"
#include "app/widgets/fitting.h"

namespace glassformer {

int place_of(const Axis& axis, const std::string& word) {
  const auto found = std::find(axis.labels.begin(), axis.labels.end(), word);
  return found == axis.labels.end() ? -1 : static_cast<int>(found - axis.labels.begin());
}

bool is_asked(const Run& run, const std::string& word) {
  return std::find(run.tokens[0].begin(), run.tokens[0].end(), word) != run.tokens[0].end();
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

void draw_answer_list(Ui& ui, Session& session, const AnswerList& list, AnswerCount count,
                      std::string& chosen, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const WordArithmeticRecord::Way& way = run->records.get<WordArithmeticRecord>().*list.way;
  LargeBars rows;
  rows.id = "answers";
  rows.title = list.title;
  rows.why_struck = "not allowed: it is in the question";
  rows.bars.full = 1;
  rows.bars.by_value = true;
  if (!way.top) {
    draw_large_bars(ui, session, rows, area);
    text_fitted(ui, {area.x, area.y + theme.px(30), area.w, theme.px(28)}, list.asks, theme.small(),
                theme.soft_ink);
    return;
  }
  const Axis& all = run->tape.node(way.score).label.rows;
  const Axis& words = run->tape.node(way.top).label.rows;
  const Mat& score = run->tape.value(way.top);
  const Color key = theme.tensor(Role::key);
  int place = 0;
  for (int r = 0; r < score.rows() && place < count.most; ++r) {
    Bar bar;
    bar.name = axis_label(words, r);
    bar.cell = cell_of(run->tape, way.score, place_of(all, bar.name), 0);
    bar.value = static_cast<double>(score(r, 0));
    bar.number = three_decimals(bar.value);
    bar.struck = count.exclude && is_asked(*run, bar.name);
    bar.strong = !bar.struck && ++place == 1;
    bar.color = bar.strong ? key : mix(theme.page, key, 0.55F);
    if (session.chosen && *session.chosen == bar.cell && !hides(session, bar.cell))
      chosen = bar.name;
    rows.bars.bars.push_back(std::move(bar));
  }
  draw_large_bars(ui, session, rows, area);
}

}  // namespace glassformer
