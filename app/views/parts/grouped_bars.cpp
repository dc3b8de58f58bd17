#include "app/views/parts/grouped_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/views/parts/column_names.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

class Groups {
 public:
  Groups(Ui& ui, Session& session, const GroupedBars& spec, Rect area)
      : ui_(ui), session_(session), spec_(spec), run_(session.run()), tape_(run_->tape) {
    const Theme& theme = ui.theme;
    const Shape shape = tape_.shape(spec.values);
    groups_ = spec.by_row ? shape.rows : shape.cols;
    in_group_ = spec.by_row ? shape.cols : shape.rows;
    head_ = area.take_top(ui.canvas.line_height(theme.body()) + theme.px(4));
    column_ = area.w / static_cast<float>(std::max(1, groups_));
    names_.emplace(ui, axis_labels(group_axis(), groups_), column_, theme.body().size);
    named_ = area.take_bottom(names_->height() + theme.px(6));
    plot_ = area;
    plot_.take_top(ui.canvas.line_height(theme.number()));
  }

  void draw() {
    const Theme& theme = ui_.theme;
    draw_head();
    for (int group = 0; group < groups_; ++group) {
      for (int bar = 0; bar < in_group_; ++bar) draw_bar(group, bar);
      const float x = plot_.x + column_ * (static_cast<float>(group) + 0.5F);
      names_->draw(ui_, group, x, named_.y + theme.px(5), named_,
                   comes(group) ? theme.ink : theme.faint_ink, false);
    }
    ui_.canvas.line({plot_.x, plot_.bottom()}, {plot_.right(), plot_.bottom()}, theme.soft_ink,
                    theme.px(1.5F));
  }

 private:
  const Axis& group_axis() const {
    const Label& label = tape_.node(spec_.values).label;
    return spec_.by_row ? label.rows : label.cols;
  }
  const Axis& bar_axis() const {
    const Label& label = tape_.node(spec_.values).label;
    return spec_.by_row ? label.cols : label.rows;
  }
  bool comes(int group) const { return spec_.until < 0 || group < spec_.until; }

  void draw_head() {
    const Theme& theme = ui_.theme;
    if (!spec_.note.empty()) {
      const float wide = ui_.canvas.width(spec_.note, theme.small());
      ui_.canvas.text_in(head_.take_right(std::min(wide, head_.w * 0.5F)), spec_.note,
                         theme.small(), theme.soft_ink, Align::right);
    }
    for (int bar = 0; spec_.named && bar < in_group_; ++bar) {
      const Rect dot = head_.take_left(theme.px(20));
      const float r = theme.px(6);
      const Rect box = square_around({dot.x + r, dot.center().y}, r);
      const Color color = spec_.color(0, bar);
      if (bar == spec_.outlined) {
        ui_.canvas.frame(box, color, theme.px(2), theme.px(2));
      } else {
        ui_.canvas.fill(box, color, theme.px(2));
      }
      const std::string name = axis_label(bar_axis(), bar);
      const float wide = ui_.canvas.width(name, theme.body()) + theme.px(26);
      ui_.canvas.text_in(head_.take_left(std::min(wide, head_.w)), name, theme.body(), theme.ink);
    }
  }

  std::string number_of(double value, float room) const {
    if (spec_.decimals >= 0) {
      return spec_.percent ? fmt::format("{:.{}f} %", 100 * value, spec_.decimals)
                           : fmt::format("{:.{}f}", value, spec_.decimals);
    }
    if (spec_.percent) {
      std::string text;
      for (const int digits : {3, 2, 1}) {  // cut, it would be another number
        text = fmt::format("{} %", format_digits(100 * value, digits));
        if (ui_.canvas.width(text, ui_.theme.number()) <= room) break;
      }
      return text;
    }
    return fitted_number(ui_, value, ui_.theme.number(), room);
  }

  void draw_bar(int group, int bar) {
    const Theme& theme = ui_.theme;
    const int row = spec_.by_row ? group : bar, col = spec_.by_row ? bar : group;
    const float inner = column_ * 0.84F, wide = inner / static_cast<float>(in_group_);
    const float left =
        plot_.x + column_ * (static_cast<float>(group) + 0.08F) + wide * static_cast<float>(bar);
    const float air = std::min(theme.px(6), wide * 0.08F);
    const Rect slot{left + air, plot_.y, wide - 2 * air, plot_.h};
    const Color color = spec_.color(group, bar);
    const float round = theme.px(4);
    if (!comes(group)) {
      ui_.canvas.fill(slot, mix(theme.page, theme.soft_ink, 0.07F), round);
      return;
    }
    const CellTouch touch = touch_cell(ui_, session_, cell_of(tape_, spec_.values, row, col), slot);
    if (touch.hidden) return draw_hidden(ui_, slot, round);
    ui_.canvas.fill(slot, mix(theme.page, color, 0.1F), round);
    const double value = tape_.value(spec_.values)(row, col);
    const auto share =
        std::isfinite(value) ? static_cast<float>(std::clamp(value / spec_.full, 0.0, 1.0)) : 0.0F;
    Rect rest = slot;
    const Rect filled = rest.take_bottom(std::max(theme.px(1), slot.h * share));
    if (bar == spec_.outlined) {
      ui_.canvas.frame(filled, color, theme.px(3), round);
    } else {
      ui_.canvas.fill(filled, color, std::min(round, filled.h / 2));
    }
    if (touch.lit) ui_.canvas.frame(filled.inset(-theme.px(2)), theme.lit, theme.px(2.5F), round);
    const float line = ui_.canvas.line_height(theme.number());
    const Rect number{slot.x - air, filled.y - line, slot.w + 2 * air, line};
    ui_.canvas.text_in(number, number_of(value, number.w), theme.number(), theme.ink,
                       Align::center);
    if (spec_.over) spec_.over(group, bar, filled);
  }

  Ui& ui_;
  Session& session_;
  const GroupedBars& spec_;
  RunPtr run_;
  const Tape& tape_;
  int groups_ = 0, in_group_ = 0;
  float column_ = 0;
  std::optional<ColumnNames> names_;
  Rect head_, named_, plot_;
};

}  // namespace

void draw_grouped_bars(Ui& ui, Session& session, const GroupedBars& bars, Rect area) {
  Groups(ui, session, bars, area).draw();
}

}  // namespace glassformer
