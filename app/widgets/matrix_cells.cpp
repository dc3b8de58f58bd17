#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/widgets/cell_numbers.h"
#include "app/widgets/contrast.h"
#include "app/widgets/matrix_parts.h"

namespace glassformer {

namespace {

constexpr float kReceded = 0.55F;  // of its colour, that a cell loses beside those that are meant

float flash_of(const MatrixDrawing& d) {
  const MatrixSpec& spec = d.spec;
  const bool any = spec.before != nullptr && spec.before->shape() == spec.values->shape();
  return any ? std::clamp(spec.flash, 0.0F, 1.0F) : 0;
}

bool differs(const MatrixSpec& spec, Place p) {
  const Real now = (*spec.values)(p.first, p.second), was = (*spec.before)(p.first, p.second);
  return now != was && !(std::isnan(now) && std::isnan(was));
}

// Lines at 45° across a cell that holds no value.
void hatch(Canvas& canvas, Rect cell, Color color, float thickness) {
  const float side = std::min(cell.w, cell.h);
  for (const float part : {0.5F, 1.0F, 1.5F}) {
    const float d = side * part;  // x + y along the line
    const float from = std::max(0.0F, d - side), to = std::min(side, d);
    canvas.line({cell.x + from, cell.y + d - from}, {cell.x + to, cell.y + d - to}, color,
                thickness);
  }
}

// A bar at the foot of a negative cell, for eyes that do not tell its hue.
void sign_mark(const MatrixDrawing& d, Rect cell, Color ink) {
  const float w = cell.w * 0.36F, h = std::max(1.0F, d.ui.theme.px(2));
  d.ui.canvas.fill({cell.center().x - w / 2, cell.bottom() - 2.2F * h, w, h}, ink);
}

bool is_hidden(const MatrixDrawing& d, Place place) {
  return std::find(d.spec.hidden.begin(), d.spec.hidden.end(), place) != d.spec.hidden.end();
}

bool is_edited(const MatrixDrawing& d, Place place) {
  return d.spec.role != Role::mask &&
         std::find(d.spec.edited.begin(), d.spec.edited.end(), place) != d.spec.edited.end();
}

void paint_cell(const MatrixDrawing& d, int row, int col, double largest,
                const CellNumbers& numbers) {
  const Theme& theme = d.ui.theme;
  Canvas& canvas = d.ui.canvas;
  const Rect box = d.grid.cell(row, col).inset(theme.px(1));
  const float radius = theme.px(3), away = d.away(d.lit(row, col));
  if (!d.grid.revealed(row, col)) {
    canvas.frame(box, mix(theme.rule, theme.page, away), theme.px(1), radius);
    return;
  }
  const Place place = d.grid.place(row, col);
  if (is_hidden(d, place)) {
    const Color ink = recede(theme.accent, theme.raised, away);
    canvas.fill(box, theme.raised, radius);
    canvas.frame(box, ink, theme.px(1.5F), radius);
    canvas.text_in(box, "?", {Face::bold, numbers.type().size}, ink, Align::center);
    return;
  }
  const double value = d.grid.value(row, col);
  // A number that was set by hand hides nothing.
  const bool hatched = is_hatched(d.spec, value) && !(std::isfinite(value) && is_edited(d, place));
  Color color = hatched ? hatched_color(theme) : cell_color(theme, d.spec.role, value, largest);
  const bool receded = d.spec.emphasised && !d.lit(row, col);
  if (receded) color = mix(color, theme.page, kReceded);
  const bool flashes = flash_of(d) > 0 && differs(d.spec, place);
  if (flashes) color = mix(color, theme.changed, 0.7F * flash_of(d));
  canvas.fill(box, color, radius);
  if (flashes) {
    canvas.frame(box, theme.changed.alpha(flash_of(d)), theme.px(2.5F), radius);
  }
  if (hatched && !receded) {
    hatch(canvas, box, recede(theme.faint_ink, color, 0.5F, kMarkContrast), theme.px(1));
  } else if (std::abs(luminance(color) - luminance(theme.page)) < (theme.dark ? 0.012F : 0.06F)) {
    canvas.frame(box, mix(theme.rule, theme.page, away), theme.px(1), radius);
  }
  const auto [text, type] = numbers.of(value);
  // Faded numbers come nearer to the colour of their cell, but stay readable.
  const Color ink = recede(ink_on(color), color, 0.55F * away);
  if (hatched && !text.empty()) {
    // The number stands clear of the hatching.
    const float w = canvas.width(text, type) + theme.px(6), h = canvas.line_height(type);
    canvas.fill({box.center().x - w / 2, box.center().y - h / 2, w, h}, color, radius);
  }
  canvas.text_in(box, text, type, ink, Align::center);
  if (theme.mark_sign && value < 0 && !hatched) sign_mark(d, box, ink);
}

// The cells of a matrix on the way from what it is made out of to itself.
class MeltingCells {
 public:
  MeltingCells(const MatrixDrawing& d, bool numbered)
      : d_(d),
        source_(d.melting->out_of),
        grid_(source_, d.layout),
        before_{d.ui, source_, d.layout, grid_, d.view, d.lit, 0, std::nullopt, nullptr},
        share_(d.melting->share),
        curtain_(d.layout.cells.y + share_ * d.layout.cells.h) {
    if (numbered) {
      was_.emplace(before_);
      is_.emplace(d);
    }
  }

  void paint(int row, int col) {
    const Theme& theme = d_.ui.theme;
    const Rect box = is_ ? d_.grid.cell(row, col).inset(theme.px(1)) : d_.grid.cell(row, col);
    const double value = d_.grid.value(row, col), before = grid_.value(row, col);
    const bool hatched = is_hatched(d_.spec, value), was_hatched = is_hatched(source_, before);
    const auto color_in = [&](const MatrixSpec& spec, double number, bool none) {
      return none ? hatched_color(theme)
                  : cell_color(theme, spec.role, number, largest_magnitude(spec));
    };
    // What is to be covered stays what it was until the curtain comes down to it.
    const bool falls = hatched && !was_hatched;
    const Color from = color_in(source_, before, was_hatched);
    Color color = falls ? from : mix(from, color_in(d_.spec, value, hatched), share_);
    if (d_.spec.emphasised && !d_.lit(row, col)) color = mix(color, theme.page, kReceded);
    d_.ui.canvas.fill(box, color, radius());
    // Neither number changes on the way: one leaves, the other comes.
    constexpr float leaves = 0.4F, comes = 0.6F;
    if (was_ && !was_hatched && share_ < leaves)
      write(was_->of(before), box, color, 1 - share_ / leaves);
    if (is_ && !hatched && share_ > comes)
      write(is_->of(value), box, color, (share_ - comes) / (1 - comes));
    if (hatched) cover(box, falls ? curtain_ : box.bottom());
  }

 private:
  float radius() const { return is_ ? d_.ui.theme.px(3) : 0; }

  void write(const CellNumbers::Text& number, Rect box, Color ground, float share) const {
    d_.ui.canvas.text_in(box, number.text, number.type, mix(ground, ink_on(ground), share),
                         Align::center);
  }

  void cover(Rect box, float down_to) const {
    if (down_to <= box.y) return;
    const Theme& theme = d_.ui.theme;
    const Color color = hatched_color(theme);
    d_.ui.canvas.push_clip({box.x, box.y, box.w, std::min(box.h, down_to - box.y)});
    d_.ui.canvas.fill(box, color, radius());
    if (is_) {
      hatch(d_.ui.canvas, box, recede(theme.faint_ink, color, 0.5F, kMarkContrast), theme.px(1));
    }
    d_.ui.canvas.pop_clip();
  }

  const MatrixDrawing& d_;
  const MatrixSpec& source_;
  MatrixGrid grid_;
  MatrixDrawing before_;
  float share_, curtain_;
  std::optional<CellNumbers> was_, is_;
};

// Of so many cells none is seen to change, and drawing each would take a frame.
constexpr int kMostMelting = 20000;

bool melts(const MatrixDrawing& d) {
  const MatrixView& view = d.view;
  return d.melting != nullptr &&
         (view.row_to - view.row_from) * (view.col_to - view.col_from) <= kMostMelting;
}

// Rows of the Mat from `first` on, that is everything that is not made yet.
void cover_unmade(const MatrixDrawing& d) {
  const int mat_rows = d.spec.values->rows(), mat_cols = d.spec.values->cols();
  if (d.spec.revealed < 0 || mat_cols == 0) return;
  const int full = std::min(mat_rows, d.spec.revealed / mat_cols);
  const int part = d.spec.revealed % mat_cols;
  const auto cover = [&](int row, int col, int rows, int cols) {
    if (rows <= 0 || cols <= 0) return;
    const Rect rect =
        d.spec.transposed ? d.grid.block(col, row, cols, rows) : d.grid.block(row, col, rows, cols);
    d.ui.canvas.fill(rect, d.ui.theme.page);
  };
  if (full < mat_rows) {
    cover(full, part, 1, mat_cols - part);
    cover(full + 1, 0, mat_rows - full - 1, mat_cols);
  }
  d.ui.canvas.frame(d.layout.cells, d.ui.theme.rule, d.ui.theme.px(1));
}

void grid_lines(const MatrixDrawing& d) {
  if (std::min(d.layout.cell, d.layout.wide) < d.ui.theme.px(8)) return;
  const Rect seen = intersect(d.layout.cells, d.ui.canvas.clip());
  const Color page = d.ui.theme.page;
  const float thickness = d.ui.theme.px(1);
  for (int r = d.view.row_from + 1; r < d.view.row_to; ++r) {
    const float y = d.grid.cell(r, 0).y;
    d.ui.canvas.fill({seen.x, y - thickness / 2, seen.w, thickness}, page);
  }
  for (int c = d.view.col_from + 1; c < d.view.col_to; ++c) {
    const float x = d.grid.cell(0, c).x;
    d.ui.canvas.fill({x - thickness / 2, seen.y, thickness, seen.h}, page);
  }
}

}  // namespace

std::string paint_cells(const MatrixDrawing& d) {
  const double largest = largest_magnitude(d.spec);
  const CellNumbers numbers(d);
  std::optional<MeltingCells> melting;
  if (melts(d)) melting.emplace(d, true);
  for (int r = d.view.row_from; r < d.view.row_to; ++r) {
    for (int c = d.view.col_from; c < d.view.col_to; ++c) {
      if (melting && !is_hidden(d, d.grid.place(r, c))) {
        melting->paint(r, c);
      } else {
        paint_cell(d, r, c, largest, numbers);
      }
    }
  }
  return numbers.note();
}

void paint_texture(const MatrixDrawing& d) {
  draw_heat_map(d.ui, d.layout.cells, d.spec);
  if (melts(d)) {
    MeltingCells melting(d, false);
    for (int r = d.view.row_from; r < d.view.row_to; ++r) {
      for (int c = d.view.col_from; c < d.view.col_to; ++c) {
        if (!is_hidden(d, d.grid.place(r, c))) melting.paint(r, c);
      }
    }
  }
  cover_unmade(d);
  grid_lines(d);
}

void draw_heat_map(Ui& ui, Rect rect, const MatrixSpec& spec) {
  ui.canvas.image(rect, heat_map(ui.theme, spec));
  if (spec.hidden.empty()) return;
  MatrixLayout layout;
  layout.cells = rect;
  const MatrixGrid grid(spec, layout);
  layout.wide = rect.w / static_cast<float>(grid.cols());
  layout.cell = rect.h / static_cast<float>(grid.rows());
  for (const Place& p : spec.hidden) {
    const Rect box = grid.cell_at(p);
    ui.canvas.fill(box, ui.theme.raised);
    ui.canvas.frame(box, ui.theme.accent, 1);
  }
}

}  // namespace glassformer
