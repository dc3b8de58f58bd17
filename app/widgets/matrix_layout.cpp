#include <algorithm>
#include <cmath>

#include "app/widgets/formula.h"
#include "app/widgets/matrix_parts.h"

namespace glassformer {

namespace {

constexpr int kMostMeasured = 256;        // labels; there may be thousands
constexpr float kWidestLabel = 160;       // px at scale 1
constexpr float kWiderForLegend = 1.35F;  // times the cells: a title with the legend beside it

// The smallest of 1, 2, 5, 10, 20, 50 … that is at least `min`.
int round_step(float min) {
  int step = 1;
  for (int decade = 1; decade <= 100'000'000; decade *= 10) {
    for (const int digit : {1, 2, 5}) {
      step = digit * decade;
      if (static_cast<float>(step) >= min) return step;
    }
  }
  return step;
}

// In bold, as a label is written that takes part in what is touched.
float widest_label(const Ui& ui, const Axis& axis, int count, int step) {
  const Type type{Face::bold, ui.theme.small().size};
  if (axis.labels.empty()) return ui.canvas.width(std::to_string(std::max(1, count)), type);
  float widest = 0;
  for (int i = counts_from_zero(axis) ? 0 : step - 1; i < count; i += step) {
    const auto label = static_cast<std::size_t>(i);
    if (label >= axis.labels.size()) break;
    widest = std::max(widest, ui.canvas.width(axis.labels[label], type));
  }
  return widest;
}

float axis_name_width(const Ui& ui, const Axis& axis) {
  const std::string markup = axis_markup(axis.name);
  return markup.empty() ? ui.canvas.width(axis.name, {Face::italic, ui.theme.small().size})
                        : formula_size(ui.canvas, markup, ui.theme.px(16)).x;
}

// How the labels of the columns stand: side by side, on two or three lines in turn, or as numbers.
void lay_columns(const Ui& ui, const Axis& axis, int count, MatrixLayout& layout) {
  const float cell = layout.wide, gap = ui.theme.px(6);
  // Tokens are measured only where they could ever stand.
  const bool tokens = !axis.labels.empty() && (count == 1 || 2 * cell >= ui.theme.px(40));
  const float widest = tokens ? widest_label(ui, axis, count, 1) : 0;
  if (tokens && (count == 1 || widest <= cell - gap)) return;
  // Two lines in turn give each label nearly two columns. Where one would still be cut, three lines
  // give it nearly three.
  if (tokens && count > 1 && 2 * cell - gap >= std::min(widest, ui.theme.px(80))) {
    layout.label_lines = count > 2 && 2 * cell - gap < widest ? 3 : 2;
    return;
  }
  layout.numbered = !axis.labels.empty();
  layout.col_step = round_step((number_width(ui, count) + gap) / cell);
}

}  // namespace

float label_reach(const Theme& theme, const MatrixLayout& layout) {
  return 0.5F * layout.wide * static_cast<float>(layout.label_lines) - theme.px(3);
}

float number_width(const Ui& ui, int count) {
  const std::size_t digits = std::to_string(std::max(1, count)).size();
  return ui.canvas.width(std::string(digits, '0'), ui.theme.small()) + ui.theme.px(1);
}

bool counts_from_zero(const Axis& axis) {
  return !axis.labels.empty() && axis.labels.front() == "0";
}

bool is_labelled(const Axis& axis, int index, int step) {
  return (counts_from_zero(axis) ? index : index + 1) % step == 0;
}

bool rows_carry_numbers(const MatrixGrid& grid, const MatrixLayout& layout) {
  const Axis &rows = grid.row_axis(), &cols = grid.col_axis();
  return layout.numbered && rows.sequence >= 0 && rows.sequence == cols.sequence &&
         !rows.labels.empty();
}

std::string axis_markup(const std::string& name) {
  const auto split = name.find('_');
  if (split == std::string::npos || split == 0 || split + 1 == name.size()) return {};
  const std::string below = name.substr(split + 1);
  const std::string set = below.size() == 1 ? below : "\\text{" + below + "}";
  return "\\mathit{" + name.substr(0, split) + "}_{" + set + "}";
}

MatrixView visible_cells(const Canvas& canvas, const MatrixLayout& layout, int rows, int cols) {
  const Rect seen = intersect(canvas.clip(), layout.cells);
  if (seen.w <= 0 || seen.h <= 0 || layout.cell <= 0) return {};
  const auto first = [](float from, float cell, int max) {
    return std::clamp(static_cast<int>(std::floor(from / cell)), 0, max);
  };
  const auto last = [](float to, float cell, int max) {
    return std::clamp(static_cast<int>(std::ceil(to / cell)), 0, max);
  };
  const Vec at = layout.cells.origin();
  return {first(seen.y - at.y, layout.cell, rows), last(seen.bottom() - at.y, layout.cell, rows),
          first(seen.x - at.x, layout.wide, cols), last(seen.right() - at.x, layout.wide, cols)};
}

MatrixLayout layout_matrix(const Ui& ui, const MatrixSpec& spec, Vec at, float cell) {
  const Theme& theme = ui.theme;
  MatrixLayout layout;
  layout.cell = std::max(cell, 0.01F);
  layout.wide = layout.cell * std::max(spec.aspect, 0.05F);
  // A low cell has no room for a second try with a digit less: there it is two digits or none.
  layout.numbers = layout.cell >= theme.px(15) &&
                   layout.wide >= (layout.cell >= theme.px(30) ? theme.px(30) : theme.px(36));
  const MatrixGrid grid(spec, layout);
  const int rows = spec.values == nullptr ? 0 : grid.rows();
  const int cols = spec.values == nullptr ? 0 : grid.cols();
  const float line = ui.canvas.line_height(theme.small()), bracket = theme.px(7);

  const Vec symbol = formula_size(ui.canvas, spec.symbol, theme.px(18));
  const float shape = ui.canvas.width(to_string(Shape{rows, cols}), theme.small());
  const float title_w = symbol.x + (symbol.x > 0 ? theme.px(8) : 0) + shape;
  const float title_h = std::max(theme.px(24), symbol.y);

  float header = 0;
  if (spec.show_col_labels && cols > 0) {
    lay_columns(ui, grid.col_axis(), cols, layout);
    header = static_cast<float>(layout.label_lines) * line;
  }
  float gutter = 0;
  if (spec.show_row_labels && rows > 0) {
    const Axis& axis = grid.row_axis();
    layout.row_step = round_step(0.9F * line / layout.cell);  // a line has some air
    // Where labels are thinned, any of them is written once its row is lit.
    const bool few = axis.labels.empty() || rows <= kMostMeasured;
    gutter = widest_label(ui, axis, rows, few ? 1 : layout.row_step);
    gutter = std::min(gutter, theme.px(kWidestLabel));
    if (spec.row_turns > 1) {
      // Its room is the same however high the rows are, so that a search for their height ends.
      const auto turns = static_cast<float>(spec.row_turns);
      gutter = turns * gutter + (turns - 1) * theme.px(kBetweenTurns);
      if (layout.row_step > 1 && 0.85F * line <= turns * layout.cell) {
        layout.row_turns = spec.row_turns;
        layout.row_step = 1;
      }
    }
    if (header > 0) {
      const float name = std::min(axis_name_width(ui, axis), theme.px(kWidestLabel));
      gutter = std::max(gutter, name);
    }
    if (rows_carry_numbers(grid, layout)) gutter += number_width(ui, rows) + theme.px(6);
  }

  const float x = at.x + gutter + (gutter > 0 ? theme.px(6) : 0) + bracket;
  const float y =
      at.y + title_h + theme.px(4) + header + (header > 0 ? theme.px(4) : 0) + theme.px(3);
  layout.cells = {x, y, layout.wide * static_cast<float>(cols),
                  layout.cell * static_cast<float>(rows)};
  layout.row_labels = {at.x, y, gutter, layout.cells.h};
  layout.col_labels = {x, at.y + title_h + theme.px(4), layout.cells.w, header};
  float right = layout.cells.right() + bracket, bottom = layout.cells.bottom() + theme.px(3);
  if (header > 0 && cols == 1 && !grid.col_axis().labels.empty()) {
    // A single column may carry a label wider than itself.
    const float wide = std::clamp(widest_label(ui, grid.col_axis(), 1, 1), layout.cells.w,
                                  std::max(layout.cells.w, theme.px(kWidestLabel)));
    const float from = std::max(at.x + gutter + theme.px(6), layout.cells.center().x - wide / 2);
    layout.col_labels.x = from;
    layout.col_labels.w = wide;
    right = std::max(right, from + wide);
  }
  // The label of a single low row would reach into the name.
  const bool room = rows > 1 || layout.cell >= line - theme.px(6);
  if (layout.label_lines > 1) {
    // The label of the last column may reach over the end.
    const Axis& axis = grid.col_axis();
    const Type type{Face::bold, theme.small().size};
    for (int c = std::max(0, cols - layout.label_lines); c < cols; ++c) {
      const float half =
          std::min(ui.canvas.width(axis_label(axis, c), type) / 2, label_reach(ui.theme, layout));
      right = std::max(right, x + layout.wide * (static_cast<float>(c) + 0.5F) + half);
    }
  }
  if (gutter > 0 && header > 0 && room && !grid.row_axis().name.empty()) {
    layout.row_name = {at.x, layout.col_labels.bottom() - line, gutter, line};
  }
  const bool unlabelled = grid.col_axis().labels.empty() && cols > 0;
  if ((header > 0 || unlabelled) && !grid.col_axis().name.empty()) {
    const float w = axis_name_width(ui, grid.col_axis());
    const float from = std::max(at.x, layout.cells.center().x - w / 2);
    layout.col_name = {from, bottom + theme.px(2), w, line};
    right = std::max(right, from + w);
    bottom = layout.col_name.bottom();
  }
  const float legend = legend_width(ui, spec, layout);
  if (legend > 0) {
    // Beside the name of the columns where there is room for both.
    const bool beside = layout.col_name.w > 0 &&
                        layout.col_name.right() + theme.px(16) + legend <= layout.cells.right();
    // Else beside the title, which costs no height, and then below.
    const float gap = theme.px(16);
    const bool above = !beside && title_w + gap + legend <= kWiderForLegend * layout.cells.w;
    const float top = beside  ? layout.col_name.y
                      : above ? at.y + (title_h - line) / 2
                              : bottom + theme.px(2);
    const float least = above ? x + title_w + gap : at.x;
    layout.legend = {std::max(least, layout.cells.right() - legend), top, legend, line};
    right = std::max(right, layout.legend.right());
    bottom = std::max(bottom, layout.legend.bottom());
  }
  // The title starts over the first cell, or further left where it needs the room.
  const float title_x = std::max(at.x, std::min(x, right - title_w));
  right = std::max(right, title_x + title_w);
  layout.title = {title_x, at.y, title_w, title_h};
  layout.bounds = {at.x, at.y, right - at.x, bottom - at.y};
  return layout;
}

}  // namespace glassformer
