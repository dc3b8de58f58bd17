#include "app/views/recurrent/unrolled.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/column_names.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

double largest_of(const Tape& tape, const std::vector<Var>& vars) {
  double largest = 0;
  for (const Var var : vars) {
    for (const Real cell : tape.value(var).cells())
      largest = std::max(largest, std::abs(static_cast<double>(cell)));
  }
  return largest > 0 ? largest : 1;
}

class Columns {
 public:
  Columns(Ui& ui, Session& session, const Unrolled& spec, Rect area)
      : ui_(ui),
        session_(session),
        spec_(spec),
        run_(session.run()),
        tape_(run_->tape),
        count_(static_cast<int>(spec.states.size())),
        units_(tape_.shape(spec.states[0]).cols),
        column_(area.w / static_cast<float>(count_)),
        names_(ui, axis_labels(spec.words, count_), column_, ui.theme.body().size) {
    const Theme& theme = ui.theme;
    if (spec.decoder != Unrolled::Decoder::none) {
      decoder_ = area.take_bottom(ui.canvas.line_height(theme.body()) + theme.px(8));
      arrows_ = area.take_bottom(theme.px(26));
    }
    named_ = area.take_bottom(names_.height() + theme.px(6));
    cells_ = area;
    gap_ = std::min(theme.px(26), column_ * 0.3F);
    cell_ = cells_.h / static_cast<float>(units_);
    largest_ = largest_of(tape_, spec.states);
    const bool low = cell_ < 0.85F * ui.canvas.line_height(theme.number());
    numbers_ = !low && column_ - gap_ >= ui.canvas.width("−0.00", theme.number());
  }

  int draw() {
    for (int t = 0; t < count_; ++t) {
      draw_column(t);
      if (t > 0) draw_arrow_to(t);
      draw_name(t);
    }
    if (spec_.decoder != Unrolled::Decoder::none) draw_decoder();
    return clicked_;
  }

 private:
  Rect column(int t) const {
    return {cells_.x + column_ * static_cast<float>(t) + gap_ / 2, cells_.y, column_ - gap_,
            cells_.h};
  }
  // Its numbers go on.
  bool counts(int t) const { return spec_.decoder != Unrolled::Decoder::last || t + 1 == count_; }

  void draw_column(int t) {
    const Theme& theme = ui_.theme;
    const Var state = spec_.states[static_cast<std::size_t>(t)];
    Rect rest = column(t);
    for (int k = 0; k < units_; ++k) {
      Rect box = rest.take_top(cell_);
      box.h -= theme.px(1);
      const CellTouch touch = touch_cell(ui_, session_, cell_of(tape_, state, 0, k), box);
      const double value = tape_.value(state)(0, k);
      const Color color = theme.signed_value(value, largest_);
      if (touch.hidden) {
        draw_hidden(ui_, box, theme.px(2));
      } else if (!counts(t)) {
        ui_.canvas.frame(box, theme.rule, theme.px(1), theme.px(2));
      } else {
        ui_.canvas.fill(box, color, theme.px(2));
        if (numbers_) {
          ui_.canvas.text_in(box, fitted_number(ui_, value, theme.number(), box.w - theme.px(2)),
                             theme.number(), ink_on(color), Align::center);
        }
      }
      if (touch.lit) {
        ui_.canvas.frame(box.inset(-theme.px(1)), theme.lit, theme.px(2), theme.px(2));
      }
    }
    if (t == spec_.chosen) {
      ui_.canvas.frame(column(t).inset(-theme.px(3)), theme.accent, theme.px(2), theme.px(4));
    }
  }

  // The state that goes on.
  void draw_arrow_to(int t) {
    const Theme& theme = ui_.theme;
    const Rect to = column(t);
    const Vec from{to.x - gap_ + theme.px(3), to.center().y}, tip{to.x - theme.px(4), from.y};
    if (tip.x - from.x > theme.px(6)) draw_arrow(from, tip, {theme.px(5), 0});
  }

  void draw_arrow(Vec from, Vec tip, Vec back) {
    const Theme& theme = ui_.theme;
    const Vec across{back.y, back.x};
    ui_.canvas.line(from, tip, theme.soft_ink, theme.px(2));
    ui_.canvas.polyline({tip - back - across, tip, tip - back + across}, theme.soft_ink,
                        theme.px(2));
  }

  void draw_name(int t) {
    const Theme& theme = ui_.theme;
    const Rect at = column(t);
    const Target token = token_of(spec_.words.sequence, t);
    const Rect slot{at.x - gap_ / 2, named_.y, column_, named_.h};
    const auto salt = static_cast<std::uint64_t>(t);
    const Touch touch = touch_target(ui_, session_, Ui::id("unrolled word", salt), token, slot);
    if (touch.hovered && !names_.shows(t)) ui_.tip(axis_label(spec_.words, t));
    if (touch.clicked) clicked_ = t;
    const bool lit = session_.hover.kind == Target::Kind::token && session_.hover.token == t;
    const bool strong = lit || t == spec_.chosen;
    names_.draw(ui_, t, at.center().x, named_.y + theme.px(5), named_,
                strong ? theme.ink : theme.soft_ink, strong);
  }

  void draw_decoder() {
    const Theme& theme = ui_.theme;
    for (int t = 0; t < count_; ++t) {
      if (!counts(t)) continue;
      const float x = column(t).center().x;
      draw_arrow({x, arrows_.y + theme.px(3)}, {x, arrows_.bottom() - theme.px(4)},
                 {0, theme.px(5)});
    }
    const Color tone = theme.tensor(Role::query);
    ui_.canvas.fill(decoder_, mix(theme.page, tone, 0.16F), theme.px(7));
    ui_.canvas.frame(decoder_, tone, theme.px(1.5F), theme.px(7));
    ui_.canvas.text_in(decoder_, "decoder", theme.body(), theme.ink, Align::center);
  }

  Ui& ui_;
  Session& session_;
  const Unrolled& spec_;
  RunPtr run_;
  const Tape& tape_;
  int count_, units_;
  float column_;
  ColumnNames names_;
  Rect decoder_, arrows_, named_, cells_;
  float gap_ = 0, cell_ = 0;
  double largest_ = 1;
  bool numbers_ = false;
  int clicked_ = -1;
};

}  // namespace

int draw_unrolled(Ui& ui, Session& session, const Unrolled& spec, Rect area) {
  return spec.states.empty() ? -1 : Columns(ui, session, spec, area).draw();
}

}  // namespace glassformer
