#include "app/views/parts/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "app/widgets/plot_axes.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kWide = 400;  // px at scale 1

class Drawing {
 public:
  Drawing(Ui& ui, const Lanes& spec, Rect area) : ui_(ui), spec_(spec) {
    const Theme& theme = ui.theme;
    wide_ = area.w >= theme.px(kWide);
    head_ = area.take_top(ui.canvas.line_height(theme.body()));
    area.take_top(theme.px(wide_ ? 10 : 2));
    foot_ = area.take_bottom(ui.canvas.line_height(theme.small()) + theme.px(2));
    if (wide_) {
      float names = 0;
      for (const Lane& lane : spec.lanes)
        names = std::max(names, ui.canvas.width(lane.name, theme.body()));
      names_ = std::min(names + theme.px(16), area.w * 0.3F);
      numbers_ = ui.canvas.width(spec.percent ? "100.0 %" : "0.000", theme.number()) + theme.px(14);
    }
    lanes_ = area;
    track_ = area;
    track_.take_left(names_);
    track_.take_right(numbers_);
  }

  void draw() {
    const Theme& theme = ui_.theme;
    text_fitted(ui_, head_, spec_.title, theme.body(), theme.soft_ink);
    const auto count = static_cast<float>(std::max<std::size_t>(1, spec_.lanes.size()));
    const float high = lanes_.h / count;
    for (const Lane& lane : spec_.lanes) draw_lane(lane, lanes_.take_top(high));
    draw_axis();
  }

 private:
  float at(double x) const {
    const double share = (x - spec_.min_x) / std::max(1e-12, spec_.max_x - spec_.min_x);
    return track_.x + track_.w * static_cast<float>(std::clamp(share, 0.0, 1.0));
  }

  std::string number_of(double value) const {
    if (spec_.percent) return fmt::format("{:.1f} %", 100 * value);
    if (value != 0 && std::abs(value) < 0.0005 * spec_.full) return "≈0";
    const Type type = ui_.theme.number();
    return fitted_number(ui_, value, type, ui_.canvas.width("0.000", type));
  }

  void draw_lane(const Lane& lane, Rect row) {
    const Theme& theme = ui_.theme;
    row.take_bottom(theme.px(8));
    const std::string number = lane.y.empty() ? std::string() : number_of(lane.y.back());
    if (wide_) {
      text_fitted(ui_, row.take_left(names_), lane.name, theme.body(), theme.ink);
      ui_.canvas.text_in(row.take_right(numbers_), number, theme.number(), theme.ink, Align::right);
    } else {
      Rect words = row.take_top(ui_.canvas.line_height(theme.body()) + theme.px(3));
      ui_.canvas.text_in(words.take_right(ui_.canvas.width(number, theme.number())), number,
                         theme.number(), theme.ink);
      text_fitted(ui_, words, lane.name, theme.body(), theme.ink);
    }
    ui_.canvas.fill(row, mix(theme.page, lane.color, 0.09F), theme.px(3));
    const auto y = [&](double value) {
      const double share = std::isfinite(value) ? std::clamp(value / spec_.full, 0.0, 1.0) : 0;
      return row.bottom() - row.h * static_cast<float>(share);
    };
    const Color under = mix(theme.page, lane.color, 0.4F);
    std::vector<Vec> line;
    for (std::size_t i = 0; i < std::min(lane.x.size(), lane.y.size()); ++i) {
      const Vec now{at(lane.x[i]), y(lane.y[i])};
      if (!line.empty()) {
        const Vec last = line.back();
        // A little wider than it is: no seam is to be seen.
        const float left = std::max(row.x, last.x - 1);
        ui_.canvas.polygon({{left, last.y}, now, {now.x, row.bottom()}, {left, row.bottom()}},
                           under);
      }
      line.push_back(now);
    }
    if (line.size() > 1) ui_.canvas.polyline(line, lane.color, theme.px(3));
    if (!line.empty()) ui_.canvas.circle(line.back(), theme.px(5), lane.color);
  }

  void draw_axis() {
    const Theme& theme = ui_.theme;
    const float name = ui_.canvas.width(spec_.x_name, theme.small()) + theme.px(14);
    const int wanted = static_cast<int>(track_.w / theme.px(90));
    Rect taken;
    const auto draw_tick = [&](double tick, Color ink) {
      const std::string text = tick_text(tick);
      const float wide = ui_.canvas.width(text, theme.number());
      const float left = std::clamp(at(tick) - wide / 2, track_.x, track_.right() - wide);
      if (left + wide > track_.right() - name) return;
      const float gap = theme.px(10);
      if (taken.w > 0 && left < taken.right() + gap && taken.x < left + wide + gap) return;
      ui_.canvas.text({left, foot_.y}, text, theme.number(), ink);
      if (tick == spec_.now) taken = {left, foot_.y, wide, foot_.h};
    };
    if (spec_.now) draw_tick(*spec_.now, theme.ink);
    for (const double tick : ticks(spec_.min_x, spec_.max_x, std::max(2, wanted))) {
      if (tick != spec_.now) draw_tick(tick, theme.soft_ink);
    }
    ui_.canvas.text_in({track_.x, foot_.y, track_.w, foot_.h}, spec_.x_name, theme.small(),
                       theme.soft_ink, Align::right);
  }

  Ui& ui_;
  const Lanes& spec_;
  bool wide_ = false;
  float names_ = 0, numbers_ = 0;
  Rect head_, foot_, lanes_, track_;
};

}  // namespace

void draw_lanes(Ui& ui, const Lanes& spec, Rect area) {
  if (!spec.lanes.empty()) Drawing(ui, spec, area).draw();
}

}  // namespace glassformer
