#include "app/views/vectors/share_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/parts/bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

constexpr float kTitle = 30, kHighest = 52, kLeast = 18;  // px at scale 1

struct Line {
  std::string name;
  Target cell;
  double from = 0, to = 0;  // where its bar begins and ends
  double value = 0;
  enum class Kind { share, rest, sum } kind = Kind::share;
};

class ShareList {
 public:
  ShareList(Ui& ui, Session& session, const WhyNearRecord& record, bool added)
      : ui_(ui), session_(session), record_(record), added_(added) {
    const Tape& tape = session.run()->tape;
    const Mat& shares = tape.value(record.share);
    double sum = 0;
    for (int j = 0; j < shares.cols(); ++j) {
      add(axis_label(tape.node(record.share).label.cols, j), cell_of(tape, record.share, 0, j),
          shares(0, j), sum, Line::Kind::share);
    }
    if (!added) return;
    if (record.rest) {
      add(fmt::format("{} other contexts", record.others), cell_of(tape, record.rest, 0, 0),
          tape.value(record.rest)(0, 0), sum, Line::Kind::rest);
    }
    sum = 0;
    add("the cosine", cell_of(tape, record.cosine, 0, 0), tape.value(record.cosine)(0, 0), sum,
        Line::Kind::sum);
  }

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const auto& tape = session_.run()->tape;
    std::string title = "share of the cosine";
    if (added_ && record_.vectors) {
      const std::string by_vectors =
          fmt::format("shares of the cosine; by the trained vectors it is {}",
                      three_decimals(tape.value(record_.vectors)(0, 0)));
      if (ui_.canvas.width(by_vectors, theme.strong()) <= area.w) title = by_vectors;
    }
    text_fitted(ui_, area.take_top(theme.px(kTitle)), title, theme.strong(), theme.soft_ink);
    const float high = std::min(theme.px(kHighest), area.h / static_cast<float>(lines_.size()));
    // What has no room is left out, but not the sum.
    const std::size_t room = static_cast<std::size_t>(std::max(1.0F, area.h / theme.px(kLeast)));
    if (lines_.size() > room) {
      lines_.erase(lines_.begin(),
                   lines_.begin() + static_cast<std::ptrdiff_t>(lines_.size() - room));
    }
    for (const Line& line : lines_) {
      names_ = std::max(names_, name_width(ui_, line.name, theme.strong()));
      least_ = std::min({least_, line.from, line.to});
      most_ = std::max({most_, line.from, line.to});
    }
    names_ = std::min(names_ + theme.px(14), area.w * 0.4F);
    for (const Line& line : lines_) {
      draw_line(line, area.take_top(std::max(high, theme.px(kLeast))));
    }
  }

 private:
  void add(std::string name, Target cell, double value, double& sum, Line::Kind kind) {
    const double from = added_ ? sum : 0;
    lines_.push_back({std::move(name), std::move(cell), from, from + value, value, kind});
    sum += value;
  }

  void draw_line(const Line& line, Rect row) {
    const Theme& theme = ui_.theme;
    const CellTouch touch = touch_cell(ui_, session_, line.cell, row);
    if (touch.lit && !touch.hidden) {
      ui_.canvas.fill(row.inset(-theme.px(5), 0), theme.pressed, theme.px(5));
    }
    const bool sum = line.kind == Line::Kind::sum;
    if (sum) ui_.canvas.line(row.origin(), {row.right(), row.y}, theme.faint_ink, theme.px(1));
    const bool fits = ui_.canvas.width(line.name, theme.strong()) <= names_;
    text_fitted(ui_, row.take_left(names_), line.name,
                (sum || touch.lit) && fits ? theme.strong() : theme.body(),
                line.kind == Line::Kind::rest ? theme.soft_ink : theme.ink);
    ui_.canvas.text_in(row.take_right(ui_.canvas.width("−0.000", theme.number()) + theme.px(4)),
                       touch.shown(three_decimals(line.value)), theme.number(), theme.ink,
                       Align::right);
    row.take_right(theme.px(10));
    const float thick = std::min(theme.px(34), row.h * 0.7F);
    const Rect track{row.x, row.center().y - thick / 2, row.w, thick};
    const float round = std::min(theme.px(4), thick / 2);
    if (touch.hidden) return draw_hidden(ui_, track, round);
    ui_.canvas.fill(track, theme.panel, round);
    const double range = std::max(1e-9, most_ - least_);
    const auto x = [&](double value) {
      return track.x + track.w * static_cast<float>((value - least_) / range);
    };
    const float left = x(std::min(line.from, line.to)), right = x(std::max(line.from, line.to));
    const Color color = line.value < 0                  ? theme.tensor(Role::key)
                        : sum                           ? theme.accent
                        : line.kind == Line::Kind::rest ? theme.faint_ink
                                                        : theme.tensor(Role::output);
    ui_.canvas.fill({left, track.y, std::max(theme.px(1.5F), right - left), thick}, color,
                    std::min(round, (right - left) / 2));
    if (least_ < 0) {
      ui_.canvas.line({x(0), row.y}, {x(0), row.bottom()}, theme.faint_ink, theme.px(1));
    }
  }

  Ui& ui_;
  Session& session_;
  const WhyNearRecord& record_;
  const bool added_;
  std::vector<Line> lines_;
  float names_ = 0;
  double least_ = 0, most_ = 0;
};

}  // namespace

void draw_share_list(Ui& ui, Session& session, const WhyNearRecord& record, bool added, Rect area) {
  if (record.share) ShareList(ui, session, record, added).draw(area);
}

}  // namespace glassformer
