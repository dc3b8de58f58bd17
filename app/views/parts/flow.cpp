#include "app/views/parts/flow.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/formula.h"

namespace glassformer {

namespace {

float sign_width(const Ui& ui, const Segment& segment) {
  if (segment.item.before.empty()) return 0;
  const float words = formula_size(ui.canvas, segment.item.before, ui.theme.px(18)).x;
  return words + ui.theme.px(segment.item.arrow ? 34.0F : 28.0F);
}

float scope_height(const Ui& ui, const Segment& segment) {
  return segment.scope.empty() ? 0 : ui.canvas.line_height(ui.theme.strong()) + ui.theme.px(4);
}

// Of each segment: how wide its sign is, and how high the name of a scope above it.
struct Signs {
  std::vector<float> widths, scopes;
};
Signs signs_of(const Ui& ui, const std::vector<Segment>& segments) {
  Signs signs;
  for (const Segment& segment : segments) {
    signs.widths.push_back(sign_width(ui, segment));
    signs.scopes.push_back(scope_height(ui, segment));
  }
  return signs;
}

// The same layout somewhere else.
MatrixLayout moved(MatrixLayout layout, Vec by) {
  for (Rect MatrixLayout::*part :
       {&MatrixLayout::bounds, &MatrixLayout::title, &MatrixLayout::cells,
        &MatrixLayout::row_labels, &MatrixLayout::col_labels}) {
    layout.*part = (layout.*part).moved(by);
  }
  for (Rect MatrixLayout::*part :
       {&MatrixLayout::row_name, &MatrixLayout::col_name, &MatrixLayout::legend}) {
    const Rect was = layout.*part;
    if (was.w != 0 || was.h != 0) layout.*part = was.moved(by);
  }
  return layout;
}

// Where a new line may begin when one is full.
enum class Breaks { between_equations, anywhere };

bool may_break(const Segment& segment, Breaks where) {
  return where == Breaks::anywhere || segment.begins || segment.item.arrow;
}

// Where each line holds one matrix, and all have the same columns, these stand below one another.
void align_columns(Flow& flow) {
  const auto& all = flow.matrices;
  float left = 0;
  for (const MatrixLayout& one : all) {
    if (std::abs(one.cells.w - all[0].cells.w) > 1) return;
    left = std::max(left, one.cells.x);
  }
  flow.size.x = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const float by = left - all[i].cells.x;
    flow.signs[i].x += by;
    flow.matrices[i] = moved(all[i], {by, 0});
    flow.size.x = std::max(flow.size.x, flow.matrices[i].bounds.right());
  }
}

// `breaks` empty: lines are broken where they are full and may be broken.
Flow lay_out_with(const Ui& ui, const std::vector<Segment>& segments, const Signs& signs,
                  float cell, float width, const std::vector<bool>& breaks, Breaks where) {
  Flow flow;
  flow.cell = cell;
  const std::size_t n = segments.size();
  for (const Segment& segment : segments) {
    flow.matrices.push_back(layout_matrix(ui, segment.spec, {0, 0}, cell));
  }
  flow.signs.resize(n);
  flow.line_of.resize(n);
  // Low cells stand close: what the lines leave is theirs.
  const float gap = ui.theme.px(36),
              leading = std::clamp(0.6F * cell, ui.theme.px(10), ui.theme.px(20));

  float x = 0, y = 0;
  int line = 0;
  std::size_t line_begin = 0;
  // Matrices of one line stand with their cells' middles at one height.
  const auto close_line = [&](std::size_t end) {
    float above = 0, below = 0;
    for (std::size_t i = line_begin; i < end; ++i) {
      const MatrixLayout& m = flow.matrices[i];
      const float middle = m.cells.center().y - m.bounds.y;
      above = std::max(above, middle + signs.scopes[i]);
      below = std::max(below, m.bounds.h - middle);
    }
    for (std::size_t i = line_begin; i < end; ++i) {
      const MatrixLayout& m = flow.matrices[i];
      const float top = y + above - (m.cells.center().y - m.bounds.y);
      flow.matrices[i] = moved(m, {0, top - m.bounds.y});
      flow.signs[i].y = y + above - flow.signs[i].h / 2;
    }
    y += above + below;
    line_begin = end;
  };

  // Of this matrix and those behind it that must stand on its line.
  const auto width_until_break = [&](std::size_t i) {
    float sum = flow.matrices[i].bounds.w;
    for (std::size_t k = i + 1; k < n && !may_break(segments[k], where); ++k) {
      sum += signs.widths[k] + flow.matrices[k].bounds.w;
    }
    return sum;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const float sign = signs.widths[i], wide = flow.matrices[i].bounds.w;
    const float before = x > 0 && segments[i].begins ? gap : 0;
    const bool breaks_here = !breaks.empty() ? breaks[i]
                                             : x > 0 && may_break(segments[i], where) &&
                                                   x + before + sign + width_until_break(i) > width;
    if (breaks_here && i > 0) {
      close_line(i);
      y += leading;
      x = 0;
      ++line;
    } else {
      x += before;
    }
    flow.line_of[i] = line;
    flow.signs[i] = {x, 0, sign, ui.theme.px(48)};
    flow.matrices[i] = moved(flow.matrices[i], {x + sign, 0});
    x += sign + wide;
    flow.size.x = std::max(flow.size.x, x);
  }
  close_line(n);
  flow.size.y = y;
  if (n > 1 && static_cast<std::size_t>(line) + 1 == n) align_columns(flow);
  return flow;
}

}  // namespace

Flow lay_out(const Ui& ui, const std::vector<Segment>& segments, float cell, float width,
             const std::vector<bool>& breaks) {
  return lay_out_with(ui, segments, signs_of(ui, segments), cell, width, breaks,
                      Breaks::between_equations);
}

Flow fit(const Ui& ui, const std::vector<Segment>& segments, Vec area, float largest) {
  const Signs signs = signs_of(ui, segments);
  const auto fits = [&](const Flow& flow) {
    return flow.size.x <= area.x && flow.size.y <= area.y;
  };
  const auto largest_with = [&](Breaks where) {
    float low = 0.2F, high = largest;
    const auto at = [&](float cell) {
      return lay_out_with(ui, segments, signs, cell, area.x, {}, where);
    };
    Flow best = at(high);
    if (fits(best)) return best;
    best = at(low);
    for (int i = 0; i < 14; ++i) {
      const float middle = std::sqrt(low * high);
      Flow flow = at(middle);
      if (fits(flow)) {
        low = middle;
        best = std::move(flow);
      } else {
        high = middle;
      }
    }
    return best;
  };
  // An equation is broken only where its cells could not be told apart on one line.
  Flow whole = largest_with(Breaks::between_equations);
  if (whole.cell >= std::min(largest, ui.theme.px(14)) && fits(whole)) return whole;
  Flow broken = largest_with(Breaks::anywhere);
  return broken.cell > 1.3F * whole.cell || !fits(whole) ? broken : whole;
}

void draw_sign(Ui& ui, const Segment& segment, Rect rect, float faded) {
  if (segment.item.before.empty()) return;
  const Theme& theme = ui.theme;
  const Color ink = mix(theme.soft_ink, theme.page, faded);
  const float size = theme.px(18);
  const Vec words = formula_size(ui.canvas, segment.item.before, size);
  const float left = rect.center().x - words.x / 2, middle = rect.center().y;
  FormulaStyle style;
  style.size = size;
  style.ink = ink;
  if (!segment.item.arrow) {
    draw_formula(ui, segment.item.before, {left, middle - words.y / 2}, style);
    return;
  }
  draw_formula(ui, segment.item.before, {left, middle - words.y - theme.px(5)}, style);
  const float from = rect.x + theme.px(8), to = rect.right() - theme.px(8), head = theme.px(5);
  ui.canvas.line({from, middle}, {to, middle}, ink, theme.px(1.5F));
  ui.canvas.polyline({{to - head, middle - head}, {to, middle}, {to - head, middle + head}}, ink,
                     theme.px(1.5F));
}

}  // namespace glassformer
