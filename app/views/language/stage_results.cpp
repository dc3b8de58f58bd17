#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/language/block_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/arcs.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "app/widgets/motion.h"
#include "core/scenes/records/since_2017.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

class Gains {
 public:
  Gains(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        trials_(run_->records.get<Since2017Record>().trials),
        gains_(run_->tape.value(trials_.gains)) {
    for (int r = 0; r < gains_.rows(); ++r) {
      for (const Real gain : gains_.row(r)) {
        if (!std::isfinite(gain)) continue;
        least_ = std::min(least_, double{gain});
        most_ = std::max(most_, double{gain});
      }
    }
    if (most_ - least_ <= 0) most_ = 1;
  }

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const float foot = ui_.canvas.line_height(theme.small()) + theme.px(6);
    Rect words = area.take_bottom(foot);
    const float names = std::min(theme.px(170), 0.34F * area.w);
    const float numbers = ui_.canvas.width("−0.000", theme.strong()) + theme.px(14);
    plot_ = area;
    plot_.take_left(names);
    plot_.take_right(numbers);
    const float air = theme.px(12);
    from_ = plot_.x + air;
    unit_ = (plot_.w - 2 * air) / static_cast<float>(most_ - least_);
    const float high = area.h / static_cast<float>(gains_.rows());
    for (int r = 0; r < gains_.rows(); ++r) {
      draw_change(r, {area.x, area.y + high * static_cast<float>(r), area.w, high}, names, numbers);
    }
    ui_.canvas.line({x(0), area.y}, {x(0), area.bottom()}, theme.ink, theme.px(2));
    words.take_left(names);
    draw_ends(words);
  }

 private:
  float x(double gain) const { return from_ + unit_ * static_cast<float>(gain - least_); }

  void draw_change(int r, Rect row, float names, float numbers) {
    const Theme& theme = ui_.theme;
    const Tape& tape = run_->tape;
    const Rect slot = row.inset(0, std::min(theme.px(4), 0.06F * row.h));
    ui_.canvas.fill(slot, mix(theme.page, theme.ink, r % 2 == 0 ? 0.05F : 0.02F), theme.px(4));
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(tape, trials_.mean_gains, r, 0), slot);
    text_fitted(ui_, {row.x + theme.px(8), row.y, names - theme.px(12), row.h},
                axis_label(tape.node(trials_.gains).label.rows, r), theme.strong(), theme.ink);
    if (touch.lit) ui_.canvas.frame(slot, theme.lit, theme.px(2.5F), theme.px(4));
    const bool hidden = touch.hidden;
    const float come = glide(ui_, Ui::id("gain", static_cast<std::uint64_t>(r)), hidden ? 0 : 1,
                             static_cast<float>(kMotionSeconds));
    if (hidden) {
      const float left = row.x + names, end = row.right() - theme.px(6);
      return draw_hidden(ui_, {left, slot.y, end - left, slot.h}, theme.px(4));
    }
    const double mean = tape.value(trials_.mean_gains)(r, 0);
    const double clear = tape.value(trials_.clear)(r, 0);
    const Color color = clear > 0   ? theme.tensor(Role::value)
                        : clear < 0 ? theme.error
                                    : theme.soft_ink;
    const float zero = x(0), end = zero + come * (x(mean) - zero),
                thick = std::min(0.34F * row.h, theme.px(24));
    ui_.canvas.fill({std::min(zero, end), row.center().y - thick / 2, std::abs(end - zero), thick},
                    mix(theme.page, color, 0.45F), theme.px(3));
    for (const Real gain : gains_.row(r)) {
      if (!std::isfinite(gain)) continue;
      ui_.canvas.circle({zero + come * (x(gain) - zero), row.center().y}, theme.px(6), color);
    }
    const std::string number = fmt::format("{}{:.3f}", mean < 0 ? "−" : "+", std::abs(mean));
    ui_.canvas.text_in({row.right() - numbers, row.y, numbers - theme.px(6), row.h}, number,
                       theme.strong(), theme.ink, Align::right);
  }

  void draw_ends(Rect words) const {
    const Theme& theme = ui_.theme;
    const std::string worse = "← worse", better = "lower loss (nats a word) →";
    const float wide = ui_.canvas.width(worse, theme.small());
    if (x(0) - words.x > wide + theme.px(4)) {
      ui_.canvas.text_in({x(0) - wide - theme.px(6), words.y, wide, words.h}, worse, theme.small(),
                         theme.soft_ink);
    }
    ui_.canvas.text_in({x(0) + theme.px(6), words.y, words.right() - x(0) - theme.px(6), words.h},
                       better, theme.small(), theme.soft_ink);
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const Since2017Record::Trials& trials_;
  const Mat& gains_;
  double least_ = 0, most_ = 0;
  Rect plot_;
  float from_ = 0, unit_ = 1;
};

}  // namespace

void draw_stage_losses(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const auto& record = run->records.get<Since2017Record>();
  const Mat& losses = run->tape.value(record.trials.mean);
  const Label& label = run->tape.node(record.trials.mean).label;
  const Theme& theme = ui.theme;
  CurveSpec spec{.id = "stage losses", .x_name = "steps", .y_name = "loss"};
  const auto now = static_cast<int>(record.stage);
  for (int stage = 0; stage < losses.cols(); ++stage) {
    const Color own = head_color(theme, stage);
    Curve curve{axis_label(label.cols, stage), own, {}, {}, stage == now};
    for (int m = 1; m < losses.rows(); ++m) {  // before the first step nothing is known
      if (!std::isfinite(losses(m, stage))) continue;
      curve.x.push_back(std::stod(axis_label(label.rows, m)));
      curve.y.push_back(losses(m, stage));
    }
    spec.curves.push_back(std::move(curve));
  }
  draw_curve(ui, spec, area);
}

void draw_gains(Ui& ui, Session& session, Rect area) {
  Gains(ui, session).draw(area);
}

}  // namespace glassformer
