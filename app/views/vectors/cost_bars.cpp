#include "app/views/vectors/cost_bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// Of the parts, in their order.
Color cost_color(const Theme& theme, int part) {
  constexpr std::array<Role, 3> roles{Role::key, Role::value, Role::output};
  return theme.tensor(roles[static_cast<std::size_t>(part) % roles.size()]);
}

// The first network that is shown.
int first_of(const Session& session, const BengioRecord& record, int rows) {
  const Var focus = step_focus(session);
  const auto cell = session.step_cell();
  const bool one = focus && focus == record.products && cell;
  return one ? std::clamp(cell->row, 0, rows - 1) : 0;
}

// The parts that any of the networks has, each with its colour.
void draw_cost_legend(Ui& ui, const Axis& parts, const Mat& counts, int first, Rect row) {
  const Theme& theme = ui.theme;
  for (int c = 0; c < counts.cols(); ++c) {
    bool any = false;
    for (int r = first; r < counts.rows(); ++r) any = any || counts(r, c) > 0;
    if (!any) continue;
    const std::string name = axis_label(parts, c);
    const Rect mark = row.take_left(theme.px(20));
    ui.canvas.fill(square_around({mark.x + theme.px(8), mark.center().y}, theme.px(7)),
                   cost_color(theme, c), theme.px(2));
    const float wide = ui.canvas.width(name, theme.strong());
    ui.canvas.text_in(row.take_left(wide + theme.px(24)), name, theme.strong(), theme.soft_ink);
  }
  text_fitted(ui, row, "multiplications for one word", theme.body(), theme.soft_ink, Align::right);
}

// The parts of a row beside each other; hidden ones are one box, whose length would tell.
void draw_stacked(Ui& ui, Session& session, Var counts, int r, double full, Rect track) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Mat& values = run->tape.value(counts);
  const float round = theme.px(3);
  ui.canvas.fill(track, theme.panel, round);
  float x = track.x;
  for (int c = 0; c < values.cols(); ++c) {
    const double value = values(r, c);
    const auto wide =
        static_cast<float>(std::isfinite(value) && full > 0 ? value / full : 0) * track.w;
    const Rect part{x, track.y, std::max(value > 0 ? theme.px(3) : 0, wide), track.h};
    const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, counts, r, c), part);
    if (touch.hidden) return draw_hidden(ui, track, round);
    ui.canvas.fill(part, cost_color(theme, c), std::min(round, part.w / 2));
    if (touch.lit) ui.canvas.frame(part.inset(-theme.px(3)), theme.lit, theme.px(2), round);
    x += part.w;
  }
}

}  // namespace

void draw_cost_bars(Ui& ui, Session& session, const BengioRecord& record, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Mat &parts = run->tape.value(record.parts), &sums = run->tape.value(record.products);
  const Label& label = run->tape.node(record.parts).label;
  const int first = first_of(session, record, sums.rows());
  draw_cost_legend(ui, label.cols, parts, first, area.take_top(theme.px(34)));
  float names = 0, numbers = 0;
  double full = 0;
  const auto told = [&](int r) { return format_count(std::round(sums(r, 0))); };
  for (int r = first; r < sums.rows(); ++r) {
    names = std::max(names, name_width(ui, axis_label(label.rows, r), theme.body()));
    numbers = std::max(numbers, ui.canvas.width(told(r), theme.number()));
    if (std::isfinite(sums(r, 0))) full = std::max(full, static_cast<double>(sums(r, 0)));
  }
  names = std::min(names + theme.px(14), 0.36F * area.w);
  const float high = area.h / static_cast<float>(std::max(1, sums.rows() - first));
  for (int r = first; r < sums.rows(); ++r) {
    Rect row = area.take_top(high);
    bool hidden = false;
    for (int c = 0; c < parts.cols(); ++c)
      hidden = hidden || hides(session, cell_of(run->tape, record.parts, r, c));
    text_fitted(ui, row.take_left(names), axis_label(label.rows, r), theme.body(), theme.ink);
    const Rect number = row.take_right(numbers + theme.px(12));
    const CellTouch sum =
        touch_cell(ui, session, cell_of(run->tape, record.products, r, 0), number);
    ui.canvas.text_in(number, hidden ? "?" : sum.shown(told(r)), theme.number(), theme.ink,
                      Align::right);
    const float thick = std::min(theme.px(56), 0.62F * row.h);
    draw_stacked(ui, session, record.parts, r, full,
                 {row.x, row.center().y - thick / 2, row.w, thick});
  }
}

}  // namespace glassformer
