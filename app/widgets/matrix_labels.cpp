#include <algorithm>
#include <cmath>

#include "app/widgets/contrast.h"
#include "app/widgets/formula.h"
#include "app/widgets/matrix_parts.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

// Which drawn rows and columns in view take part in what is touched.
struct LitLines {
  std::vector<char> rows, cols;
};

LitLines lit_lines(const MatrixDrawing& d) {
  LitLines lines;
  lines.rows.assign(static_cast<std::size_t>(d.view.row_to - d.view.row_from), 0);
  lines.cols.assign(static_cast<std::size_t>(d.view.col_to - d.view.col_from), 0);
  const auto row = [&](int r) {
    if (r >= d.view.row_from && r < d.view.row_to) {
      lines.rows[static_cast<std::size_t>(r - d.view.row_from)] = 1;
    }
  };
  const auto col = [&](int c) {
    if (c >= d.view.col_from && c < d.view.col_to) {
      lines.cols[static_cast<std::size_t>(c - d.view.col_from)] = 1;
    }
  };
  const Place axes = d.grid.place(d.spec.lit_row, d.spec.lit_col);
  row(axes.first);
  col(axes.second);
  for (const auto& block : d.lit.blocks) {
    for (int r = block.row; r < block.row + block.rows; ++r) row(r);
    for (int c = block.col; c < block.col + block.cols; ++c) col(c);
  }
  for (const auto& cell : {d.hovered, d.spec.chosen}) {
    if (!cell) continue;
    const Place drawn = d.grid.place(cell->first, cell->second);
    row(drawn.first);
    col(drawn.second);
  }
  return lines;
}

Color label_color(const MatrixDrawing& d, bool lit) {
  const Theme& theme = d.ui.theme;
  const Color rest = mix(theme.soft_ink, theme.faint_ink, d.dimmed);
  return recede(lit ? theme.ink : rest, theme.page, 0.75F * d.spec.faded);
}

// A token that is a blank is seen too.
std::string shown_label(const Axis& axis, int index) {
  return with_drawn_blank(axis_label(axis, index));
}

Type label_type(const MatrixDrawing& d, bool lit) {
  return {lit ? Face::bold : Face::text, d.ui.theme.small().size};
}

void paint_axis_name(const MatrixDrawing& d, const Axis& axis, Rect rect, bool right) {
  if (rect.w <= 0) return;
  const float size = d.ui.theme.px(16);
  const std::string markup = axis_markup(axis.name);
  const Vec box = formula_size(d.ui.canvas, markup, size);
  FormulaStyle style;
  style.size = size;
  style.ink = d.ui.theme.faint_ink;
  if (markup.empty() || box.x > rect.w + 1) {
    d.ui.canvas.text_in(rect, axis.name, {Face::italic, d.ui.theme.small().size}, style.ink,
                        right ? Align::right : Align::left);
    return;
  }
  const float baseline = rect.y + d.ui.canvas.fonts().ascent(d.ui.theme.small());
  const Vec at{right ? rect.right() - box.x : rect.x,
               baseline - formula_baseline(d.ui.canvas, markup, size)};
  draw_formula(d.ui, markup, at, style);
}

int paint_row_labels(const MatrixDrawing& d, const std::vector<char>& lit) {
  Rect strip = d.layout.row_labels;
  if (strip.w <= 0) return -1;
  Canvas& canvas = d.ui.canvas;
  const Theme& theme = d.ui.theme;
  // Labels that are scrolled away stay at the edge, over the cells.
  const Rect seen = intersect(canvas.clip(), d.layout.cells);
  if (strip.x < canvas.clip().x && seen.w > 2 * strip.w) {
    strip.x = canvas.clip().x + theme.px(4);
    canvas.fill({canvas.clip().x, canvas.clip().y, strip.w + theme.px(10), canvas.clip().h},
                theme.page);
  }
  const Axis& axis = d.grid.row_axis();
  const float line = canvas.line_height(theme.small());
  // Where rows are lower than text, no label reaches over the ends of the matrix.
  const float min = d.layout.cells.y - theme.px(3);
  const float max = std::max(min, d.layout.cells.bottom() + theme.px(3) - line);
  const bool single = d.grid.rows() == 1;
  Rect numbers = strip;
  if (rows_carry_numbers(d.grid, d.layout)) {
    const float w = number_width(d.ui, d.grid.rows());
    numbers = strip.take_right(w);
    strip.take_right(theme.px(6));
  } else {
    numbers.w = 0;
  }
  int touched = -1;
  const auto paint = [&](int r, bool is_lit) {
    const Rect cell = d.grid.cell(r, 0);
    const float y = cell.center().y - line / 2;
    Rect at{strip.x, single ? y : std::clamp(y, min, max), strip.w, line};
    // In turn: the first stands nearest.
    const int turns = d.layout.row_turns, turn = r % turns;
    if (turns > 1) {
      at.w -= static_cast<float>(turn) * (strip.w + theme.px(kBetweenTurns)) /
              static_cast<float>(turns);
    }
    if (is_lit && d.layout.row_step > 1) canvas.fill(at, theme.page);
    canvas.text_in(at, shown_label(axis, r), label_type(d, is_lit), label_color(d, is_lit),
                   Align::right);
    if (turn > 0) {
      const float middle = cell.center().y;
      canvas.line({at.right() + theme.px(3), middle}, {strip.right(), middle}, theme.rule,
                  theme.px(1));
    }
    // Where labels take turns, the rows of a line's height have one number.
    if (numbers.w > 0 && turn == 0) {
      canvas.text_in({numbers.x, at.y, numbers.w, line}, std::to_string(r + 1), theme.small(),
                     theme.faint_ink, Align::right);
    }
  };
  // Where rows are lower than their text, a lit label takes the place of its neighbours.
  const int reach = d.layout.row_step == 1 ? 0 : static_cast<int>(line / d.layout.cell);
  const auto beside_lit = [&](int r) {
    for (int other = std::max(d.view.row_from, r - reach);
         other <= std::min(d.view.row_to - 1, r + reach); ++other) {
      if (lit[static_cast<std::size_t>(other - d.view.row_from)] != 0) return true;
    }
    return false;
  };
  for (int r = d.view.row_from; r < d.view.row_to; ++r) {
    const bool is_lit = lit[static_cast<std::size_t>(r - d.view.row_from)] != 0;
    const Rect cell = d.grid.cell(r, 0);
    if (d.ui.hovering(
            {d.layout.row_labels.x, cell.y, d.layout.row_labels.w + theme.px(6), cell.h})) {
      touched = r;
    }
    const float y = cell.center().y - line / 2;
    const bool fits = d.layout.row_step == 1 || (y >= min && y <= max);
    if (!is_lit && fits && is_labelled(axis, r, d.layout.row_step) && !beside_lit(r)) {
      paint(r, false);
    }
  }
  float below = -1e9F;
  for (int r = d.view.row_from; r < d.view.row_to; ++r) {
    if (lit[static_cast<std::size_t>(r - d.view.row_from)] == 0) continue;
    const float middle = d.grid.cell(r, 0).center().y;
    // Where every row is named all of them are, though they may stand a little closer than lines.
    if (d.layout.row_step > 1 && middle - line / 2 < below) continue;
    below = middle + line / 2;
    paint(r, true);
  }
  return touched;
}

// Where the label of a column may stand: its own column, or nearly two when labels take turns.
Rect column_label_box(const MatrixDrawing& d, int col, float top, float line) {
  const MatrixLayout& layout = d.layout;
  const float middle = d.grid.cell(0, col).center().x;
  if (layout.cells.w < layout.col_labels.w) {
    return {layout.col_labels.x, top, layout.col_labels.w, line};
  }
  const bool in_turn = layout.label_lines > 1;
  const float reach =
      in_turn
          ? label_reach(d.ui.theme, layout)
          : layout.wide * (layout.col_step > 1 ? 0.5F * static_cast<float>(layout.col_step) : 0.5F);
  // Of three lines the first column has the uppermost, where its label may reach over the names of
  // the rows.
  const int turn = col % layout.label_lines;
  const auto above = static_cast<float>(layout.label_lines == 3 ? 2 - turn : turn);  // lines
  const float least = layout.label_lines == 3 && turn == 0 ? layout.bounds.x : layout.cells.x;
  const float from = std::max(least, middle - reach);
  const float end = in_turn ? layout.bounds.right() : layout.cells.right();
  const float to = std::min(end, middle + reach);
  return {from, top + layout.col_labels.h - line * (1 + above), to - from, line};
}

// The room of a lit label among thinned ones: as wide as its text, beside the name of the rows.
std::pair<float, float> lit_label_span(const MatrixDrawing& d, int col) {
  const Theme& theme = d.ui.theme;
  const float half =
      d.ui.canvas.width(shown_label(d.grid.col_axis(), col), label_type(d, true)) / 2 + theme.px(4);
  const Rect name = d.layout.row_name;
  const float min = name.w > 0 ? name.right() + theme.px(6) : d.layout.bounds.x;
  const float from = std::max(min, d.grid.cell(0, col).center().x - half);
  return {from, from + 2 * half};
}

void paint_col_label(const MatrixDrawing& d, int col, float top, bool lit, bool over) {
  Canvas& canvas = d.ui.canvas;
  const Axis& axis = d.grid.col_axis();
  const bool number = d.layout.numbered || axis.labels.empty();
  const float line = canvas.line_height(d.ui.theme.small());
  Rect box = column_label_box(d, col, top, line);
  const float middle = d.grid.cell(0, col).center().x;
  const bool as_labelled = over || !number || counts_from_zero(axis);
  const std::string label = as_labelled ? shown_label(axis, col) : std::to_string(col + 1);
  const Type type = label_type(d, lit);
  if (over) {
    const auto [from, to] = lit_label_span(d, col);
    box.x = from;
    box.w = to - from;
    canvas.fill(box, d.ui.theme.page);
  }
  const std::string shown = canvas.elided(label, type, box.w);
  if (shown != label && is_long_word(label)) canvas.add_cut(box, label);
  const float w = canvas.width(shown, type);
  const float x = std::clamp(middle - w / 2, box.x, std::max(box.x, box.right() - w));
  canvas.text({x, box.y}, shown, type, label_color(d, lit));
  if (box.bottom() < top + d.layout.col_labels.h - 1) {
    const float from = box.bottom(), to = top + d.layout.col_labels.h;
    canvas.line({middle, from}, {middle, to}, d.ui.theme.rule, d.ui.theme.px(1));
  }
}

int paint_col_labels(const MatrixDrawing& d, const std::vector<char>& lit) {
  const Rect strip = d.layout.col_labels;
  if (strip.h <= 0) return -1;
  Canvas& canvas = d.ui.canvas;
  const Theme& theme = d.ui.theme;
  float top = strip.y;
  const Rect seen = intersect(canvas.clip(), d.layout.cells);
  if (strip.y < canvas.clip().y && seen.h > 2 * strip.h) {
    top = canvas.clip().y + theme.px(2);
    canvas.fill({seen.x, canvas.clip().y, seen.w, strip.h + theme.px(4)}, theme.page);
  }
  int touched = -1;
  const auto is_lit = [&](int c) {
    return lit[static_cast<std::size_t>(c - d.view.col_from)] != 0;
  };
  for (int c = d.view.col_from; c < d.view.col_to; ++c) {
    const Rect cell = d.grid.cell(0, c);
    if (d.ui.hovering({cell.x, strip.y, cell.w, strip.h + theme.px(4)})) touched = c;
    if (is_labelled(d.grid.col_axis(), c, d.layout.col_step) && !d.layout.numbered &&
        d.layout.col_step == 1) {
      paint_col_label(d, c, top, is_lit(c) && d.layout.col_step == 1 && !d.layout.numbered, false);
    }
  }
  if (d.layout.col_step == 1 && !d.layout.numbered) return touched;
  // Where columns are thinned or numbered, a few that are lit say who they are; the numbers that
  // they would cover are left out.
  int lit_count = 0;
  for (int c = d.view.col_from; c < d.view.col_to; ++c) lit_count += is_lit(c) ? 1 : 0;
  std::vector<std::pair<float, float>> named;
  for (int c = d.view.col_from; c < d.view.col_to; ++c) {
    if (c != touched && (!is_lit(c) || lit_count > 3)) continue;
    const auto span = lit_label_span(d, c);
    if (!named.empty() && span.first < named.back().second) continue;
    named.push_back(span);
    paint_col_label(d, c, top, true, true);
  }
  for (int c = d.view.col_from; c < d.view.col_to; ++c) {
    if (!is_labelled(d.grid.col_axis(), c, d.layout.col_step)) continue;
    const float half = number_width(d.ui, d.grid.cols()) / 2 + theme.px(2);
    const float middle = d.grid.cell(0, c).center().x;
    const bool covered = std::any_of(named.begin(), named.end(), [&](const auto& span) {
      return middle + half > span.first && middle - half < span.second;
    });
    if (!covered) paint_col_label(d, c, top, false, false);
  }
  return touched;
}

}  // namespace

LabelTouch paint_labels(const MatrixDrawing& d) {
  paint_axis_name(d, d.grid.row_axis(), d.layout.row_name, true);
  paint_axis_name(d, d.grid.col_axis(), d.layout.col_name, false);
  if (d.view.empty()) return {};
  const LitLines lines = lit_lines(d);
  LabelTouch touch;
  touch.col = paint_col_labels(d, lines.cols);
  touch.row = paint_row_labels(d, lines.rows);
  return touch;
}

void paint_frame(const MatrixDrawing& d, const std::string& note) {
  const Theme& theme = d.ui.theme;
  Canvas& canvas = d.ui.canvas;
  const Rect title = d.layout.title;
  const Color tensor = theme.tensor(d.spec.role);
  const Color frame = recede(tensor, theme.page, 0.7F * d.spec.faded, kMarkContrast);
  FormulaStyle style;
  style.size = theme.px(18);
  style.ink = recede(tensor, theme.page, 0.7F * d.spec.faded);
  const Vec symbol = formula_size(canvas, d.spec.symbol, style.size);
  const float above = formula_baseline(canvas, d.spec.symbol, style.size);
  const float small_ascent = canvas.fonts().ascent(theme.small());
  const float baseline =
      title.y + (title.h - symbol.y) / 2 +
      (symbol.y > 0 ? above : small_ascent - canvas.line_height(theme.small()) / 2);
  float x = title.x;
  if (symbol.x > 0) {
    draw_formula(d.ui, d.spec.symbol, {x, baseline - above}, style);
    x += symbol.x + theme.px(8);
  }
  const Shape shape{d.grid.rows(), d.grid.cols()};
  x += canvas.text({x, baseline - small_ascent}, to_string(shape), theme.small(), theme.faint_ink);
  x += theme.px(14);
  // The brackets of mathematics instead of a box.
  const float out = theme.px(5), tip = theme.px(5), over = theme.px(2);
  const Rect box = d.layout.cells.inset(-out, -over);
  const float thickness = theme.px(2);
  canvas.polyline(
      {{box.x + tip, box.y}, box.origin(), {box.x, box.bottom()}, {box.x + tip, box.bottom()}},
      frame, thickness);
  canvas.polyline({{box.right() - tip, box.y},
                   {box.right(), box.y},
                   {box.right(), box.bottom()},
                   {box.right() - tip, box.bottom()}},
                  frame, thickness);

  if (note.empty()) return;
  // A power of ten belongs to every number; what a dot means is guessed where it has no room.
  const Rect legend = d.layout.legend;
  const bool beside = legend.w > 0 && legend.y < title.bottom();
  const float right = beside ? legend.x - theme.px(8) : d.layout.bounds.right();
  const bool fits = x + canvas.width(note, theme.small()) <= right;
  const bool power = note.starts_with("×");
  const std::string told = fits ? note : power ? note.substr(0, note.find(',')) : std::string();
  canvas.text({x, baseline - small_ascent}, told, theme.small(), theme.faint_ink);
}

}  // namespace glassformer
