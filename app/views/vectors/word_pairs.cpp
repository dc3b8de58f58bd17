#include "app/views/vectors/word_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/asked_file.h"
#include "app/views/vectors/rank_lines.h"
#include "app/widgets/fitting.h"
#include "app/widgets/scroll.h"
#include "core/scenes/records/evaluation.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr int kListed = 200;    // pairs of a file
constexpr int kRankLines = 40;  // more of them hide each other

void draw_none(Ui& ui, bool from_file, Rect area) {
  draw_advice(ui,
              from_file ? "These vectors have both words of fewer than two of the pairs. "
                          "Drop pairs in their language on the window, or other vectors."
                        : "These vectors do not say what kind their words are: type some "
                          "pairs, or drop a file of them on the window.",
              area);
}

}  // namespace

void WordPairs::draw(Ui& ui, Session& session, Rect title, Rect area) {
  const Theme& theme = ui.theme;
  const auto& record = session.run()->records.get<EvaluationRecord>().similarity;
  const bool from_file = session.shown().resources.get(slots::rated_pairs) != nullptr;
  if (!record.rating) return draw_none(ui, from_file, area);
  if (from_file) return draw_disagreements(ui, session, title, area);
  text_fitted(ui, title, "cosine of the two words; a dot: rated high", theme.strong(),
              theme.soft_ink);
  Bars bars = bars_of(
      session, {.values = record.cosine, .by_row = true, .to_one = true, .beside = record.rating});
  bars.heads = {"cosine", "rating"};
  const Mat& rating = session.run()->tape.value(record.rating);
  const auto [least, most] = std::ranges::minmax(rating.cells());
  for (Bar& bar : bars.bars) bar.marked = rating(bar.cell.row, 0) > (least + most) / 2;
  draw_bars(ui, session, bars, area);
}

void WordPairs::draw_ranks(Ui& ui, Session& session, Rect title, Rect area) {
  const auto& record = session.run()->records.get<EvaluationRecord>().similarity;
  const bool from_file = session.shown().resources.get(slots::rated_pairs) != nullptr;
  if (!record.rating) return draw_none(ui, from_file, area);
  text_fitted(ui, title, "their ranks", ui.theme.strong(), ui.theme.soft_ink);
  RankLines lines{record.cosine_rank, record.rating_rank, "rank: cosine",
                  "rank: rating",     record.cosine,      record.rating};
  if (from_file) lines.most = kRankLines;  // those that are farthest apart
  draw_rank_lines(ui, session, lines, area);
}

void WordPairs::draw_source(Ui& ui, Session& session, Rect row) {
  const Theme& theme = ui.theme;
  ui.canvas.text_in(row.take_left(ui.canvas.width("Pairs", theme.strong()) + theme.px(12)), "Pairs",
                    theme.strong(), theme.ink);
  if (const QuestionFilePtr file = session.inputs().resources.get(slots::rated_pairs)) {
    if (draw_asked_file(ui, *file, "Back to the program's own pairs", row)) {
      session.use(slots::rated_pairs, nullptr);
    }
    const Var rating = session.run()->records.get<EvaluationRecord>().similarity.rating;
    if (rating && session.shown().resources.get(slots::rated_pairs) == file) {
      ui.canvas.text_in(row,
                        fmt::format("{} of {} pairs have words that are known",
                                    session.run()->tape.shape(rating).rows, file->pairs.size()),
                        theme.small(), theme.soft_ink);
    }
    return;
  }
  if (!ui.text_active()) {
    typed_ = typed_in(session.inputs(), evaluation_options::pairs);
  }
  if (ui.text_field("pairs", typed_, row, "tea coffee 9; tea chair 1 (empty: by kind of word)")) {
    session.post(set_option(evaluation_options::pairs, typed_, ++gesture_));
  }
}

void WordPairs::draw_disagreements(Ui& ui, Session& session, Rect title, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<EvaluationRecord>().similarity;
  struct Column {
    Var var;
    const char* name;
  };
  const std::array<Column, 5> columns{{{record.difference, "apart"},
                                       {record.rating_rank, "rank"},
                                       {record.rating, "rating"},
                                       {record.cosine_rank, "rank"},
                                       {record.cosine, "cosine"}}};
  const float line = theme.px(24), width = std::min(theme.px(76), area.w * 0.13F);
  Rect head = area.take_top(theme.px(28));
  head.take_right(theme.px(12));
  for (const Column& column : columns) {
    ui.canvas.text_in(head.take_right(width), column.name, theme.small(), theme.faint_ink,
                      Align::right);
  }
  text_fitted(ui, title, "Farthest apart in rank", theme.strong(), theme.soft_ink);
  const Axis& pairs = run->tape.node(record.difference).label.rows;
  const int all = run->tape.shape(record.difference).rows;
  const int listed = std::min(all, kListed);
  Scroll scroll(ui, scroll_, area, 2 * line);
  Rect page = scroll.page();
  page.take_right(theme.px(12));
  for (int r = 0; r < listed; ++r) {
    Rect row = page.take_top(line);
    if (!row.overlaps(area)) continue;
    for (const Column& column : columns) {
      const Rect cell = row.take_right(width);
      const Target target = cell_of(run->tape, column.var, r, 0);
      const CellTouch touch = touch_cell(ui, session, target, cell);
      const double value = run->tape.value(column.var)(r, 0);
      ui.canvas.text_in(cell, touch.shown(format_cell(value)), theme.number(),
                        touch.lit ? theme.accent : theme.soft_ink, Align::right);
    }
    ui.canvas.text_in(row, axis_label(pairs, r), theme.small(), theme.ink);
  }
  if (listed < all) {
    ui.canvas.text_in(page.take_top(line), fmt::format("and {} more", all - listed), theme.small(),
                      theme.faint_ink);
  }
  scroll.end(line * static_cast<float>(listed + (listed < all ? 1 : 0)),
             area.right() - theme.px(4));
}

}  // namespace glassformer
