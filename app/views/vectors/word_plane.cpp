#include "app/views/vectors/word_plane.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/answer_bars.h"
#include "app/widgets/plane.h"
#include "app/widgets/point_names.h"

namespace glassformer {

namespace {

enum Corner { a, b, c, target };

// The chosen answer, where it is not a corner itself.
std::optional<int> row_of_answer(const Tape& tape, Var answers, const Axis& corners,
                                 const std::string& chosen) {
  const int row = answers ? place_of(tape.node(answers).label.rows, chosen) : -1;
  const int corner = place_of(corners, chosen);
  return row < 0 || (corner >= 0 && corner < target) ? std::nullopt : std::optional(row);
}

}  // namespace

void draw_word_plane(Ui& ui, Session& session, const std::string& chosen, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& [node, seen] = run->records.get<WordArithmeticRecord>().plane;
  ui.canvas.text_in(area.take_top(theme.px(24)), "In the plane of the words", theme.strong(),
                    theme.ink);
  if (!node) {
    ui.canvas.text_in(area.take_top(theme.px(28)), "b − a + c makes a parallelogram", theme.small(),
                      theme.faint_ink);
    return;
  }
  const Rect note = area.take_bottom(theme.px(22));
  ui.canvas.text_in(note, "the answer is seen from above", theme.small(), theme.faint_ink);
  const Mat& p = run->tape.value(node);
  const Axis& names = run->tape.node(node).label.rows;
  std::vector<Vec> points;  // as they lie: the corners, and the answer behind them
  for (int r = 0; r < p.rows(); ++r) {
    points.push_back({static_cast<float>(p(r, 0)), static_cast<float>(p(r, 1))});
  }
  const std::optional<int> answer = row_of_answer(run->tape, seen, names, chosen);
  if (answer) {
    const Mat& answers = run->tape.value(seen);
    points.push_back(
        {static_cast<float>(answers(*answer, 0)), static_cast<float>(answers(*answer, 1))});
  }
  const Rect plot = area.inset(theme.px(4), theme.px(16));
  // Names need room at the sides; one scale for both axes, since angles are what is looked at.
  float side = ui.canvas.width("b − a + c", theme.small());
  for (const Corner corner : {a, b, c}) {
    side = std::max(side, ui.canvas.width(axis_label(names, corner), theme.strong()));
  }
  side = std::min(side + theme.px(14), plot.w * 0.36F);
  if (plot.w <= 2 * side || plot.h <= 0) return;
  const Plane plane(points, plot.inset(side, 0));
  const auto at = [&](std::size_t i) { return plane.at(points[i]); };
  ui.canvas.push_clip(area);
  const std::size_t best = target + 1;  // the answer, if there is one
  const auto cell_at = [&](std::size_t i) {
    return i == best ? cell_of(run->tape, seen, *answer, 0)
                     : cell_of(run->tape, node, static_cast<int>(i), 0);
  };
  const auto shown = [&](std::size_t i) { return !hides(session, cell_at(i)); };
  const auto line = [&](std::size_t from, std::size_t to, Color color, float thickness) {
    if (shown(from) && shown(to)) ui.canvas.line(at(from), at(to), color, theme.px(thickness));
  };
  const auto arrow = [&](std::size_t from, std::size_t to) {
    if (!shown(from) || !shown(to)) return;
    draw_arrow(ui.canvas, at(from), at(to), theme.tensor(Role::value), theme.px(2.5F),
               theme.px(11));
  };
  line(a, c, theme.rule, 1.5F);
  line(b, target, theme.rule, 1.5F);
  arrow(a, b);
  arrow(c, target);
  if (answer) line(target, best, theme.faint_ink, 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec place = at(i);
    const Target cell = cell_at(i);
    const float radius = theme.px(i == target ? 5 : 6);
    const CellTouch touch = touch_cell(ui, session, cell, square_around(place, theme.px(12)));
    if (touch.hidden) continue;
    const Color color = i == target ? theme.tensor(Role::query)
                        : i == best ? theme.tensor(Role::key)
                                    : theme.tensor(Role::input);
    if (touch.lit) ui.canvas.ring(place, radius + theme.px(4), theme.lit, theme.px(2));
    if (i == target) {
      ui.canvas.ring(place, radius, color, theme.px(2));
    } else {
      ui.canvas.circle(place, radius, color);
    }
  }
  // The names on the sides away from the middle, and off the lines.
  PointNames named(ui, area, theme.page);
  for (std::size_t i = 0; i < points.size(); ++i) named.keep_free(at(i), theme.px(6));
  for (const auto& [from, to] : {std::pair{a, c}, {b, target}, {a, b}, {c, target}}) {
    named.add_line(at(from), at(to));
  }
  if (answer) {
    named.add_line(at(target), at(best));
    if (shown(best)) {
      named.draw({chosen, theme.strong(), theme.ink, at(best), plot.center()}, theme.px(11));
    }
  }
  for (const Corner corner : {a, b, c}) {
    if (!shown(corner)) continue;
    named.draw({axis_label(names, corner), theme.strong(), theme.ink, at(corner), plot.center()},
               theme.px(11));
  }
  if (shown(target)) {
    named.draw({"b − a + c", theme.small(), theme.soft_ink, at(target), plot.center()},
               theme.px(11));
  }
  ui.canvas.pop_clip();
}

}  // namespace glassformer
