#include "app/views/vectors/rank_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/canvas.h"
#include "app/widgets/label_places.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

class RankPicture {
 public:
  RankPicture(Ui& ui, Session& session, const RankLines& lines, Rect area)
      : ui_(ui), session_(session), lines_(lines), run_(session.run()), area_(area) {}

  void draw() {
    const Theme& theme = ui_.theme;
    if (!lines_.left || !lines_.right) return;
    rows_ = &run_->tape.node(lines_.left).label.rows;
    const int ranked = run_->tape.shape(lines_.left).rows;
    const int count = lines_.most > 0 ? std::min(lines_.most, ranked) : ranked;
    const float line = ui_.canvas.line_height(theme.small());
    const Rect head = area_.take_top(theme.px(28));
    const float side = area_.w * 0.36F;
    from_ = area_.x + side, to_ = area_.right() - std::min(side, theme.px(150));
    ui_.canvas.text_in({head.x, head.y, side, head.h}, lines_.left_name, theme.small(),
                       theme.faint_ink, Align::right);
    ui_.canvas.text_in({to_, head.y, head.right() - to_, head.h}, lines_.right_name, theme.small(),
                       theme.faint_ink);
    area_ = area_.inset(0, line / 2);
    most_ = static_cast<float>(std::max(2, ranked));
    area_.h = std::min(area_.h, theme.px(44) * (most_ - 1));  // a few lines stand together
    for (int row = 0; row < count; ++row) touch(row);
    for (const bool lit : {false, true}) {
      for (int row = 0; row < count; ++row) {
        if (is_lit(row) == lit) draw_line(row, lit);
      }
    }
    // Where many places are one over the other, the lit ones and the first are named.
    LabelPlaces places(area_.inset(0, -line));
    for (const bool lit : {true, false}) {
      for (int row = 0; row < count; ++row) {
        if (is_lit(row) == lit) draw_words(row, lit, places);
      }
    }
  }

 private:
  double cell(Var var, int row) const { return static_cast<double>(run_->tape.value(var)(row, 0)); }
  // The highest rank, that of the largest number, is at the top.
  float y_of(Var var, int row) const {
    const float part = (most_ - static_cast<float>(cell(var, row))) / (most_ - 1);
    return area_.y + part * area_.h;
  }
  Target target(Var var, int row) const { return cell_of(run_->tape, var, row, 0); }
  bool is_lit(int row) const {
    const auto is_of_row = [&](const Target& t) {
      return t.kind == Target::Kind::cell && t.row == row &&
             (is_of(t, run_->tape, lines_.left) || is_of(t, run_->tape, lines_.right));
    };
    return is_of_row(session_.hover) || (session_.chosen && is_of_row(*session_.chosen));
  }

  void touch(int row) {
    const float line = ui_.canvas.line_height(ui_.theme.small());
    const auto look = [&](Var var, float x, float w) {
      const Target cell = target(var, row);
      touch_cell(ui_, session_, cell, {x, y_of(var, row) - line / 2, w, line});
    };
    look(lines_.left, area_.x, from_ - area_.x);
    look(lines_.right, to_, area_.right() - to_);
  }

  bool hidden(Var var, int row) const { return hides(session_, target(var, row)); }

  void draw_line(int row, bool lit) {
    const Theme& theme = ui_.theme;
    if (hidden(lines_.left, row) || hidden(lines_.right, row)) return;
    const float gap = theme.px(12);
    const Vec from{from_ + gap, y_of(lines_.left, row)}, to{to_ - gap, y_of(lines_.right, row)};
    const Color color = lit ? theme.accent : theme.tensor(Role::output).alpha(0.7F);
    ui_.canvas.line(from, to, color, theme.px(lit ? 3 : 1.5F));
    for (const Vec end : {from, to}) ui_.canvas.circle(end, theme.px(lit ? 5 : 3.5F), color);
  }

  void draw_words(int row, bool lit, LabelPlaces& places) {
    const Theme& theme = ui_.theme;
    const float line = ui_.canvas.line_height(theme.small());
    const auto write = [&](Var var, float x, float w, const std::string& text, Align align) {
      const Rect box{x, y_of(var, row) - line / 2, w, line};
      if (!places.is_free(box)) return;
      places.keep_free(box);
      ui_.canvas.text_in(box, text, theme.small(), lit ? theme.ink : theme.soft_ink, align);
    };
    write(lines_.left, area_.x, from_ - area_.x,
          fmt::format("{}  {}", axis_label(*rows_, row), rank(lines_.left, lines_.left_value, row)),
          Align::right);
    write(lines_.right, to_, area_.right() - to_, rank(lines_.right, lines_.right_value, row),
          Align::left);
  }

  // "3: 0.25", the rank and what has it.
  std::string rank(Var var, Var value, int row) const {
    if (hidden(var, row)) return "?";
    return fmt::format("{:g}: {}", cell(var, row), format_cell(cell(value, row)));
  }

  Ui& ui_;
  Session& session_;
  const RankLines& lines_;
  const RunPtr run_;
  Rect area_;
  const Axis* rows_ = nullptr;
  float from_ = 0, to_ = 0, most_ = 2;
};

}  // namespace

void draw_rank_lines(Ui& ui, Session& session, const RankLines& lines, Rect area) {
  RankPicture(ui, session, lines, area).draw();
}

}  // namespace glassformer
