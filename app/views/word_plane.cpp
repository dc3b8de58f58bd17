#include "app/views/word_plane.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/widgets/point_names.h"

namespace glassformer {

namespace {

enum Point { a, b, c, target, best };

void draw_arrow(Ui& ui, Vec from, Vec to, Color color, float thickness) {
  const Vec along = to - from;
  const float length = std::hypot(along.x, along.y);
  if (length < ui.theme.px(4)) return;
  const Vec unit = along * (1 / length), across{-unit.y, unit.x};
  const float head = std::min(ui.theme.px(11), length / 2);
  const Vec base = to - unit * head;
  ui.canvas.line(from, base, color, thickness);
  ui.canvas.polygon({to, base + across * (head * 0.45F), base - across * (head * 0.45F)}, color);
}

}  // namespace

void draw_word_plane(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var node = run->tape.find("plane.points");
  ui.canvas.text_in(area.take_top(theme.px(24)), "In the plane of the words", theme.strong(),
                    theme.ink);
  if (!node) {
    ui.canvas.text_in(area.take_top(theme.px(28)), "b − a + c makes a parallelogram", theme.small(),
                      theme.faint_ink);
    return;
  }
  const Rect note = area.take_bottom(theme.px(22));
  ui.canvas.text_in(note, "the answer is seen from straight above", theme.small(), theme.faint_ink);
  const Mat& p = run->tape.value(node);
  const Axis& names = run->tape.node(node).label.rows;
  const Rect plot = area.inset(theme.px(4), theme.px(16));
  float least_x = p(0, 0), most_x = least_x, least_y = p(0, 1), most_y = least_y;
  for (int r = 0; r < p.rows(); ++r) {
    least_x = std::min(least_x, static_cast<float>(p(r, 0)));
    most_x = std::max(most_x, static_cast<float>(p(r, 0)));
    least_y = std::min(least_y, static_cast<float>(p(r, 1)));
    most_y = std::max(most_y, static_cast<float>(p(r, 1)));
  }
  // Names need room at the sides; one scale for both axes, since angles are what is looked at.
  float side = ui.canvas.width("b − a + c", theme.small());
  for (const Point corner : {a, b, c}) {
    side = std::max(side, ui.canvas.width(axis_label(names, corner), theme.strong()));
  }
  side = std::min(side + theme.px(14), plot.w * 0.36F);
  const float scale = std::min((plot.w - 2 * side) / std::max(1e-6F, most_x - least_x),
                               plot.h / std::max(1e-6F, most_y - least_y));
  if (scale <= 0) return;
  const Vec middle{(least_x + most_x) / 2, (least_y + most_y) / 2};
  const auto at = [&](int r) {
    return Vec{plot.center().x + (static_cast<float>(p(r, 0)) - middle.x) * scale,
               plot.center().y - (static_cast<float>(p(r, 1)) - middle.y) * scale};
  };
  ui.canvas.push_clip(area);
  const Color edge = theme.rule;
  ui.canvas.line(at(a), at(c), edge, theme.px(1.5F));
  ui.canvas.line(at(b), at(target), edge, theme.px(1.5F));
  draw_arrow(ui, at(a), at(b), theme.tensor(Role::value), theme.px(2.5F));
  draw_arrow(ui, at(c), at(target), theme.tensor(Role::value), theme.px(2.5F));
  ui.canvas.line(at(target), at(best), theme.faint_ink, theme.px(1));
  for (int r = 0; r < p.rows(); ++r) {
    const Vec place = at(r);
    const Target cell{Target::Kind::cell, "plane.points", r, 0, 0, 0};
    const float radius = theme.px(r == target ? 5 : 6);
    const Rect box{place.x - theme.px(12), place.y - theme.px(12), theme.px(24), theme.px(24)};
    const Touch touch = ui.touch(Ui::id("plane point", static_cast<std::uint64_t>(r)), box);
    if (touch.hovered) session.next_hover = cell;
    if (touch.clicked) session.chosen = cell;
    const Color color = r == target ? theme.tensor(Role::query)
                        : r == best ? theme.tensor(Role::key)
                                    : theme.tensor(Role::input);
    if (session.hover == cell) ui.canvas.ring(place, radius + theme.px(4), theme.lit, theme.px(2));
    if (r == target) {
      ui.canvas.ring(place, radius, color, theme.px(2));
    } else {
      ui.canvas.circle(place, radius, color);
    }
  }
  // The names on the sides away from the middle, and off the lines.
  PointNames named(ui, area, theme.page);
  for (int r = 0; r < p.rows(); ++r) named.keep_free(at(r), theme.px(6));
  for (const auto& [from, to] :
       {std::pair{a, c}, {b, target}, {a, b}, {c, target}, {target, best}}) {
    named.add_line(at(from), at(to));
  }
  for (const Point r : {best, a, b, c, target}) {
    const bool sum = r == target;
    named.draw({sum ? "b − a + c" : axis_label(names, r), sum ? theme.small() : theme.strong(),
                sum ? theme.soft_ink : theme.ink, at(r), plot.center()},
               theme.px(11));
  }
  ui.canvas.pop_clip();
}

}  // namespace glassformer
