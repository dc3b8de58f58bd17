#include "app/widgets/matrix.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/matrix_parts.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::optional<Place> cell_under(const MatrixDrawing& d, Vec mouse) {
  const MatrixLayout& layout = d.layout;
  const int row = static_cast<int>(std::floor((mouse.y - layout.cells.y) / layout.cell));
  const int col = static_cast<int>(std::floor((mouse.x - layout.cells.x) / layout.wide));
  if (row < 0 || col < 0 || row >= d.grid.rows() || col >= d.grid.cols()) return std::nullopt;
  if (!d.grid.revealed(row, col)) return std::nullopt;
  return d.grid.place(row, col);
}

// The drag of a value, from frame to frame.
class Drag {
 public:
  Drag(Ui& ui, const MatrixSpec& spec)
      : ui_(ui), spec_(spec), on_(memory("on")), row_(memory("row")), col_(memory("col")) {}

  bool moved() { return on_ > 1; }
  Place place() const { return {static_cast<int>(row_), static_cast<int>(col_)}; }

  void begin(Place place) {
    on_ = 1;
    row_ = static_cast<float>(place.first);
    col_ = static_cast<float>(place.second);
    memory("start") = static_cast<float>((*spec_.values)(place.first, place.second));
    const double largest = largest_magnitude(spec_);
    memory("unit") = largest > 0 ? static_cast<float>(largest) : 1.0F;
    memory("way") = 0;
    memory("still") = 0;
  }
  void end() { on_ = 0; }

  // Upwards is more. Nothing until the pointer has really moved: a click is no drag.
  std::optional<std::pair<Place, double>> follow(float dy) {
    if (on_ == 0) return std::nullopt;
    const Place place{static_cast<int>(row_), static_cast<int>(col_)};
    if (!spec_.values->contains(place.first, place.second)) return std::nullopt;
    if (on_ == 1) {
      float& still = memory("still");
      still += dy;
      if (std::abs(still) < ui_.theme.px(3)) return std::nullopt;
      on_ = 2;
    }
    if (dy == 0) return std::nullopt;
    const float speed = ui_.input.shift ? 0.1F : ui_.input.ctrl ? 10.0F : 1.0F;
    float& way = memory("way");
    way -= dy / ui_.theme.scale * speed;
    // Values that look typed: whole steps of the decade in which one pixel moves.
    const double unit = static_cast<double>(memory("unit"));
    const double step = 0.01 * unit;
    const double grain = std::pow(10.0, std::floor(std::log10(step * std::min(1.0F, speed))));
    const double start = static_cast<double>(memory("start"));
    const double from = std::isfinite(start) ? start : 0;
    const double value = std::round((from + static_cast<double>(way) * step) / grain) * grain;
    return std::pair{place, std::isfinite(value) ? value : from};
  }

 private:
  float& memory(std::string_view part) { return ui_.remembered(Ui::id(spec_.id, Ui::id(part))); }
  Ui& ui_;
  const MatrixSpec& spec_;
  float& on_;
  float& row_;
  float& col_;
};

void touch_cells(const MatrixDrawing& d, const Touch& touch, MatrixTouch& result) {
  Drag drag(d.ui, d.spec);
  const MatrixSpec& spec = d.spec;
  if (touch.hovered) result.hovered = cell_under(d, d.ui.input.mouse);
  const bool is_mask = spec.role == Role::mask;  // is clicked, not dragged
  if (touch.pressed && result.hovered && spec.editable && !is_mask &&
      (result.hovered == spec.chosen || d.ui.input.alt)) {
    drag.begin(*result.hovered);
  }
  if (touch.held) result.dragged = drag.follow(touch.drag.y);
  if (touch.held && drag.moved()) result.held = drag.place();
  if (touch.clicked && !drag.moved()) result.clicked = result.hovered;
  if (!touch.held) drag.end();
  if (touch.double_clicked && spec.editable) result.edit_by_text = result.hovered;
  if (spec.chosen && spec.editable && d.ui.pressed(Key::enter)) result.edit_by_text = spec.chosen;
}

// Where cells are too small for numbers, the one under the pointer says what it is.
void tell(const MatrixDrawing& d, const MatrixTouch& touch) {
  if (!touch.hovered || d.layout.numbers) return;
  const Place p = *touch.hovered;
  const bool hidden =
      std::find(d.spec.hidden.begin(), d.spec.hidden.end(), p) != d.spec.hidden.end();
  const double value = static_cast<double>((*d.spec.values)(p.first, p.second));
  d.ui.tip(axis_label(d.spec.rows, p.first) + ", " + axis_label(d.spec.cols, p.second) + ": " +
           (hidden ? "?" : format_exact(value)));
}

}  // namespace

namespace {

MatrixTouch draw(Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout,
                 const Melting* melting) {
  MatrixTouch result;
  if (spec.values == nullptr || !layout.bounds.overlaps(ui.canvas.clip())) return result;
  const MatrixGrid grid(spec, layout);
  const MatrixView view = visible_cells(ui.canvas, layout, grid.rows(), grid.cols());
  const LitCells lit(spec, grid, view);
  MatrixDrawing d{ui, spec, layout, grid, view, lit, 0, std::nullopt, melting};
  d.dimmed = ui.animate(Ui::id(spec.id, Ui::id("dimmed")), lit.any() ? 1.0F : 0.0F, 0.12F);
  std::string note;
  if (!view.empty()) {
    touch_cells(d, ui.touch(Ui::id(spec.id, Ui::id("cells")), layout.cells), result);
    d.hovered = result.hovered;
    if (layout.numbers) {
      note = paint_cells(d);
    } else {
      paint_texture(d);
    }
    paint_marks(d);
  }
  paint_frame(d, note);
  paint_legend(d);
  const LabelTouch labels = paint_labels(d);
  const bool swap = spec.transposed;
  result.hovered_row = swap ? labels.col : labels.row;
  result.hovered_col = swap ? labels.row : labels.col;
  result.hovered_title = ui.hovering(layout.title);
  tell(d, result);
  return result;
}

}  // namespace

MatrixTouch draw_matrix(Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout) {
  return draw(ui, spec, layout, nullptr);
}

MatrixTouch draw_melting(Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout,
                         const Melting& melting) {
  const bool melts = melting.share < 1 && melting.out_of.values->shape() == spec.values->shape();
  return draw(ui, spec, layout, melts ? &melting : nullptr);
}

}  // namespace glassformer
