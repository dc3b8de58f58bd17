#include "app/views/language/bar_rows.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"
#include "app/widgets/motion.h"

namespace glassformer {

namespace {

constexpr float kNames = 176, kNumbered = 44;  // px at scale 1

class Rows {
 public:
  Rows(Ui& ui, Session& session, const std::vector<BarRow>& rows)
      : ui_(ui), session_(session), run_(session.run()), rows_(rows) {
    for (const BarRow& row : rows) {
      take(row.values);
      if (row.before) take(row.before);
    }
    if (most_ - least_ <= 0) most_ = 1;
  }

  void draw(Rect area) {
    const float names = std::min(ui_.theme.px(kNames), 0.3F * area.w);
    const float gap = ui_.theme.px(10);
    const float high =
        (area.h - gap * static_cast<float>(rows_.size() - 1)) / static_cast<float>(rows_.size());
    for (const BarRow& row : rows_) {
      Rect place = area.take_top(high);
      draw_name(row, place.take_left(names));
      draw_row(row, place);
      area.take_top(gap);
    }
  }

 private:
  void take(Var var) {
    for (const Real cell : run_->tape.value(var).row(0)) {
      if (!std::isfinite(cell)) continue;
      least_ = std::min(least_, double{cell});
      most_ = std::max(most_, double{cell});
    }
  }

  void draw_name(const BarRow& row, Rect place) {
    const Theme& theme = ui_.theme;
    const float line = ui_.canvas.line_height(theme.strong());
    const Vec size = formula_size(ui_.canvas, row.symbol, theme.px(18));
    const float top = place.center().y - (line + size.y + theme.px(4)) / 2;
    text_fitted(ui_, {place.x, top, place.w - theme.px(10), line}, row.name, theme.strong(),
                theme.ink);
    FormulaStyle style;
    style.size = theme.px(18) * std::min(1.0F, (place.w - theme.px(10)) / std::max(1.0F, size.x));
    style.ink = theme.soft_ink;
    draw_formula(ui_, row.symbol, {place.x, top + line + theme.px(4)}, style);
  }

  double largest() const { return std::max(most_, -least_); }
  // px over the line of 0.
  float height(double value, float unit) const {
    return unit * static_cast<float>(std::isfinite(value) ? std::clamp(value, least_, most_) : 0);
  }

  void draw_row(const BarRow& row, Rect area) {
    const Theme& theme = ui_.theme;
    const Mat& values = run_->tape.value(row.values);
    const float column = area.w / static_cast<float>(values.cols());
    const float air = std::clamp(0.12F * column, 1.0F, theme.px(8));
    const bool numbered = column >= theme.px(kNumbered);
    const float line = numbered ? ui_.canvas.line_height(theme.number()) : 0;
    const float unit = std::max(1.0F, area.h - 2 * line) / static_cast<float>(most_ - least_);
    const float zero = area.y + line + unit * static_cast<float>(most_);
    ui_.canvas.line({area.x, zero}, {area.right(), zero}, theme.soft_ink, theme.px(1));
    // The bars are drawn over it.
    if (row.mean && !hides(session_, cell_of(run_->tape, row.values, 0, 0))) {
      draw_mean(row, area, zero, unit);
    }
    for (int c = 0; c < values.cols(); ++c) {
      const Rect slot{area.x + column * static_cast<float>(c) + air, area.y, column - 2 * air,
                      area.h};
      const CellTouch touch =
          touch_cell(ui_, session_, cell_of(run_->tape, row.values, 0, c), slot);
      const double value = values(0, c);
      if (touch.hidden) {
        // While its new height is asked for, the outline of the old one stands.
        if (!row.before || !draw_outline(row, c, slot, zero, unit)) {
          draw_hidden(ui_, slot.inset(0, line), theme.px(4));
        }
        continue;
      }
      const float target = height(value, unit);
      const float tall = glide(ui_, Ui::id(row.name, static_cast<std::uint64_t>(c)), target,
                               static_cast<float>(kMotionSeconds));
      const Rect bar = box(slot, zero, tall);
      Color color = row.color;
      if (row.pale) {
        const double open = std::abs(double{run_->tape.value(row.pale)(0, c)}) / largest();
        color = mix(theme.page, color, static_cast<float>(std::clamp(0.25 + 2 * open, 0.0, 1.0)));
      }
      ui_.canvas.fill(bar, color, std::min(theme.px(3), bar.h / 2));
      if (row.before) draw_outline(row, c, slot, zero, unit);
      if (touch.lit) ui_.canvas.frame(bar.inset(-theme.px(2)), theme.lit, theme.px(2.5F));
      if (numbered) {
        const float y = tall >= 0 ? bar.y - line : bar.bottom();
        ui_.canvas.text_in({slot.x - air, y, column, line},
                           fitted_number(ui_, value, theme.number(), column), theme.number(),
                           theme.ink, Align::center);
      }
    }
  }

  static Rect box(Rect slot, float zero, float tall) {
    const float least = 1;
    const float high = std::max(least, std::abs(tall));
    return {slot.x, tall >= 0 ? zero - high : zero, slot.w, high};
  }

  // False where it is as it was.
  bool draw_outline(const BarRow& row, int c, Rect slot, float zero, float unit) const {
    const double was = run_->tape.value(row.before)(0, c), now = run_->tape.value(row.values)(0, c);
    if (std::abs(was - now) < 0.01 * largest()) return false;
    ui_.canvas.frame(box(slot, zero, height(was, unit)), ui_.theme.soft_ink, ui_.theme.px(1.5F),
                     ui_.theme.px(3));
    return true;
  }

  void draw_mean(const BarRow& row, Rect area, float zero, float unit) const {
    const double mean = run_->tape.value(row.mean)(0, 0);
    const float y = zero - height(mean, unit);
    const float dash = ui_.theme.px(9);
    for (float x = area.x; x < area.right(); x += 2 * dash) {
      ui_.canvas.line({x, y}, {std::min(x + dash, area.right()), y}, ui_.theme.accent,
                      ui_.theme.px(2.5F));
    }
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const std::vector<BarRow>& rows_;
  double least_ = 0, most_ = 0;  // of all numbers
};

}  // namespace

void draw_bar_rows(Ui& ui, Session& session, const std::vector<BarRow>& rows, Rect area) {
  Rows(ui, session, rows).draw(area);
}

}  // namespace glassformer
