#include "app/views/vectors/value_bars.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/vectors/near_list.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

// px at scale 1
constexpr float kTitle = 30, kRow = 90, kNarrowRow = 46, kLeastRow = 25, kLeastNarrowRow = 36;
constexpr float kWide = 330, kDot = 18;

class Bars {
 public:
  Bars(Ui& ui, Session& session, const ValueBars& bars, Rect area)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        bars_(bars),
        values_(run_->tape.value(bars.values)),
        words_(run_->tape.node(bars.values).label.cols),
        area_(area),
        wide_(area.w >= ui.theme.px(kWide)) {
    const float least = ui.theme.px(wide_ ? kLeastRow : kLeastNarrowRow);
    rows_ = std::min(values_.cols(), std::max(1, static_cast<int>(area.h / least)));
    height_ = std::min(ui.theme.px(wide_ ? kRow : kNarrowRow),
                       area.h / static_cast<float>(std::max(1, rows_)));
    largest_ = bars.unit ? 1 : 0;
    for (int k = 0; k < rows_; ++k) {
      names_ = std::max(names_, name_width(ui, name(k), ui.theme.strong()));
      if (!bars.unit) largest_ = std::max(largest_, std::abs(value(k)));
    }
    names_ = std::min(names_ + ui.theme.px(14), area.w * 0.4F);
  }

  BarTouch draw() {
    float down = 0;
    for (int k = 0; k < rows_; ++k, down += height_) {
      const float at = ui_.animate(Ui::id(bars_.id + name(k), 0xba2), down, 0.3F);
      draw_row(k, {area_.x, area_.y + at, area_.w, height_});
    }
    return touch_;
  }

 private:
  double value(int k) const { return static_cast<double>(values_(0, k)); }
  std::string name(int k) const { return axis_label(words_, k); }

  void draw_row(int k, Rect row) {
    const Theme& theme = ui_.theme;
    const Target target = cell_of(run_->tape, bars_.values, 0, k);
    const Touch touch = ui_.touch(Ui::id(bars_.id, static_cast<std::uint64_t>(k) + 1), row);
    if (touch.hovered) {
      session_.next_hover = target;
      touch_.hovered = name(k);
    }
    if (touch.clicked) session_.chosen = target;
    if (touch.double_clicked) touch_.double_clicked = name(k);
    const bool lit = session_.hover == target || (session_.chosen && *session_.chosen == target) ||
                     (!bars_.touched.empty() && bars_.touched == name(k));
    if (lit) ui_.canvas.fill(row.inset(-theme.px(5), theme.px(1)), theme.pressed, theme.px(5));
    const bool hidden = hides(session_, target.path, 0, k);
    const bool strong = k == bars_.strong && !hidden;
    Rect words = wide_ ? row : row.take_top(ui_.canvas.line_height(theme.strong()));
    const Rect number = words.take_right(ui_.canvas.width("−0.000", theme.number()));
    ui_.canvas.text_in(number, hidden ? "?" : three_decimals(value(k)), theme.number(), theme.ink,
                       Align::right);
    Rect names = wide_ ? words.take_left(names_) : words;
    if (bars_.has_dot && bars_.has_dot(k)) {
      ui_.canvas.circle({names.x + theme.px(6), names.center().y}, theme.px(6), color(k));
    }
    if (bars_.has_dot) names.take_left(theme.px(kDot));
    text_fitted(ui_, names, name(k), strong ? theme.strong() : theme.body(),
                strong ? color(k) : theme.ink);
    const float thick = wide_ ? std::min(theme.px(48), row.h * 0.6F) : theme.px(9);
    const Rect track = wide_
                           ? Rect{words.x, row.center().y - thick / 2, words.w - theme.px(8), thick}
                           : Rect{row.x, row.y + theme.px(1), row.w, thick};
    draw_bar(k, hidden, track);
  }

  void draw_bar(int k, bool hidden, const Rect& track) const {
    const Theme& theme = ui_.theme;
    const float round = std::min(theme.px(4), track.h / 2);
    ui_.canvas.fill(track, hidden ? theme.pressed : theme.panel, round);
    if (hidden || largest_ == 0 || !std::isfinite(value(k))) return;
    const auto share = static_cast<float>(std::clamp(std::abs(value(k)) / largest_, 0.0, 1.0));
    ui_.canvas.fill({track.x, track.y, track.w * share, track.h}, color(k), round);
  }
  Color color(int k) const {
    return bars_.color ? bars_.color(k) : ui_.theme.tensor(value(k) < 0 ? Role::key : Role::output);
  }

  Ui& ui_;
  Session& session_;
  RunPtr run_;
  const ValueBars& bars_;
  const Mat& values_;
  const Axis& words_;
  Rect area_;
  bool wide_;
  int rows_ = 0;
  float height_ = 0, names_ = 0;
  double largest_ = 1;
  BarTouch touch_;
};

}  // namespace

BarTouch draw_value_bars(Ui& ui, Session& session, const ValueBars& bars, Rect area) {
  const Theme& theme = ui.theme;
  text_fitted(ui, area.take_top(theme.px(kTitle)), bars.title, theme.strong(), theme.soft_ink);
  if (!bars.values) return {};
  return Bars(ui, session, bars, area).draw();
}

}  // namespace glassformer
