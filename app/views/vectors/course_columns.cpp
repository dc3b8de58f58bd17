#include "app/views/vectors/course_columns.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/touch_cell.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kLeastColumn = 26, kName = 22, kNumber = 22;  // px at scale 1
constexpr double kSmallest = 45;  // 10^−45: what is smaller is 0 in 32 bits

class Columns {
 public:
  Columns(Ui& ui, Session& session, const CourseColumns& course)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        course_(course),
        values_(run_->tape.value(course.values)),
        all_(values_.rows()) {
    for (int t = 0; t < all_; ++t) {
      if (std::isfinite(values_(t, 0)))
        largest_ = std::max(largest_, std::abs(static_cast<double>(values_(t, 0))));
      down_ = down_ || values_(t, 0) < 0;
    }
  }

  int draw(Rect area) {
    const Theme& theme = ui_.theme;
    const int room = std::max(1, static_cast<int>(area.w / theme.px(kLeastColumn)));
    const int shown = std::min(all_, room);
    const int first = std::clamp(course_.chosen - shown / 2, 0, all_ - shown);
    each_ = area.w / static_cast<float>(shown);
    right_ = area.right();
    float widest = 0;  // two beside each other take turns
    for (int t = first; t < first + shown; ++t) {
      widest = std::max(widest, ui_.canvas.width(word(t), theme.small()));
      number_ = std::max(number_, ui_.canvas.width(written(t), theme.number()));
    }
    const int turns = widest > each_ - theme.px(4) ? 2 : 1;
    const Rect names = down_ ? area.take_top(theme.px(kName) * static_cast<float>(turns))
                             : area.take_bottom(theme.px(kName) * static_cast<float>(turns));
    down_ ? area.take_bottom(theme.px(kNumber)) : area.take_top(theme.px(kNumber));
    const float axis = down_ ? area.y : area.bottom();
    ui_.canvas.line({area.x, axis}, {area.right(), axis}, theme.faint_ink, theme.px(1.5F));
    int clicked = -1;
    for (int t = first; t < first + shown; ++t) {
      const float x = area.x + each_ * static_cast<float>(t - first);
      draw_column(t, {x, area.y, each_, area.h});
      const float high = names.h / static_cast<float>(turns);
      const Rect name{x, names.y + high * static_cast<float>((t - first) % turns), each_, high};
      const Touch touch =
          touch_target(ui_, session_, Ui::id("course", static_cast<std::uint64_t>(t)),
                       token_of(0, t, word(t)), name);
      if (touch.clicked) clicked = t;
      const float more = turns == 1 ? 0 : each_ * 0.48F;
      ui_.canvas.text_in(name.inset(-more, 0), word(t),
                         t == course_.chosen ? Type{Face::bold, theme.small().size} : theme.small(),
                         theme.ink, Align::center);
    }
    return clicked;
  }

 private:
  std::string word(int t) const {
    return axis_label(run_->tape.node(course_.values).label.rows, t);
  }
  std::string written(int t) const {
    const double y = values_(t, 0);
    if (!course_.powers || y <= 0) return format_cell(y);
    return format_power(std::pow(10.0, std::round(std::log10(y))), 1);
  }
  double share(int t) const {
    const double y = values_(t, 0);
    if (!std::isfinite(y)) return 0;
    if (!course_.powers) return std::abs(y) / std::max(1e-12, largest_);
    return y <= 0 ? 0 : std::clamp(1 + std::log10(y) / kSmallest, 0.0, 1.0);
  }

  void draw_column(int t, Rect column) {
    const Theme& theme = ui_.theme;
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(run_->tape, course_.values, t, 0), column);
    if (touch.lit && !touch.hidden) ui_.canvas.fill(column, theme.pressed, theme.px(5));
    const Rect room = column.inset(each_ * 0.12F, 0);
    const float round = std::min(theme.px(4), room.w / 3);
    if (touch.hidden) return draw_hidden(ui_, room, round);
    const float high = std::max(theme.px(2), room.h * static_cast<float>(share(t)));
    const Rect bar{room.x, down_ ? room.y : room.bottom() - high, room.w, high};
    ui_.canvas.fill(bar, theme.tensor(Role::output), std::min(round, high / 2));
    // Counted from the last one, every so many have room for their number.
    const int step = std::max(1, static_cast<int>(std::ceil((number_ + theme.px(6)) / each_)));
    if ((all_ - 1 - t) % step != 0 && !touch.lit) return;
    const float line = ui_.canvas.line_height(theme.number());
    const float wide = std::max(number_ + theme.px(2), each_);
    const float left = std::min(column.center().x - wide / 2, right_ - wide);
    ui_.canvas.text_in({left, down_ ? bar.bottom() : bar.y - line, wide, line}, written(t),
                       theme.number(), theme.ink,
                       column.center().x + wide / 2 > right_ + 1 ? Align::right : Align::center);
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const CourseColumns& course_;
  const Mat& values_;
  const int all_;
  double largest_ = 0;
  bool down_ = false;
  float each_ = 0, number_ = 0, right_ = 0;
};

}  // namespace

int draw_course_columns(Ui& ui, Session& session, const CourseColumns& course, Rect area) {
  return Columns(ui, session, course).draw(area);
}

}  // namespace glassformer
