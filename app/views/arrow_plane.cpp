#include "app/views/arrow_plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace glassformer {

namespace {

float length(Vec v) {
  return std::hypot(v.x, v.y);
}

void draw_arrow(Canvas& canvas, Vec from, Vec to, Color color, float thickness, float head) {
  const Vec along = to - from;
  const float size = length(along);
  if (size < 0.5F) return;
  const Vec unit = along * (1 / size), across{-unit.y, unit.x};
  const float h = std::min(head, size);
  const Vec neck = to - unit * h;
  if (size > h) canvas.line(from, neck, color, thickness);
  canvas.polygon({to, neck + across * (h * 0.45F), neck - across * (h * 0.45F)}, color);
}

// From the vectors' unit to the screen: the origin and all arrows are in the area.
class Plane {
 public:
  Plane(const std::vector<PlaneArrow>& arrows, Rect area, float margin) {
    float left = 0, right = 0, low = 0, high = 0;
    const auto hold = [&](Vec p) {
      left = std::min(left, p.x);
      right = std::max(right, p.x);
      low = std::min(low, p.y);
      high = std::max(high, p.y);
    };
    for (const PlaneArrow& arrow : arrows) {
      hold(arrow.tip);
      hold(arrow.tip + arrow.step);
    }
    const Rect inner = area.inset(margin);
    unit_ =
        std::min(inner.w / std::max(right - left, 1e-6F), inner.h / std::max(high - low, 1e-6F));
    origin_ = {inner.center().x - (left + right) / 2 * unit_,
               inner.center().y + (low + high) / 2 * unit_};
  }
  Vec at(Vec p) const { return {origin_.x + p.x * unit_, origin_.y - p.y * unit_}; }
  Vec origin() const { return origin_; }

 private:
  Vec origin_;
  float unit_ = 1;
};

bool finite(const PlaneArrow& arrow) {
  return std::isfinite(arrow.tip.x + arrow.tip.y + arrow.step.x + arrow.step.y);
}

// True if some of the way from one end to the other lies in the box.
bool crosses(Vec from, Vec to, const Rect& box) {
  float first = 0, last = 1;
  const Vec along = to - from;
  const auto cut = [&](float start, float step, float low, float high) {
    if (std::abs(step) < 1e-6F) return start >= low && start <= high;
    const float a = (low - start) / step, b = (high - start) / step;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
    return first <= last;
  };
  return cut(from.x, along.x, box.x, box.right()) && cut(from.y, along.y, box.y, box.bottom());
}

// The names at the tips, each where it covers no other and as few arrows as can be.
class Names {
 public:
  Names(Ui& ui, Rect area) : ui_(ui), area_(area) {}

  void keep_free(Vec tip) { taken_.push_back(Rect{tip.x, tip.y, 0, 0}.inset(-ui_.theme.px(5))); }
  void add_line(Vec from, Vec to) { lines_.emplace_back(from, to); }

  // Around the tip, and then farther off with a line to it; nowhere if there is no room.
  void draw(const PlaneArrow& arrow, Vec tip, Vec origin) {
    const Theme& theme = ui_.theme;
    const Type type = arrow.strong ? theme.strong() : theme.small();
    const Vec size{ui_.canvas.width(arrow.name, type), ui_.canvas.line_height(type)};
    const float out = tip.x >= origin.x ? 1 : -1, down = tip.y >= origin.y ? 1 : -1;
    const float near = theme.px(8);
    Rect best;
    float least = 1e9F;
    bool apart = false;
    for (const float away : {near, near + theme.px(14), near + theme.px(30)}) {
      const float x = size.x / 2 + away, y = size.y / 2 + away, d = 0.7F * away;
      // The sides away from the origin first.
      const std::array<Vec, 8> places{
          Vec{out * x, 0},   Vec{out * (size.x / 2 + d), down * (size.y / 2 + d)},
          Vec{0, down * y},  Vec{out * (size.x / 2 + d), -down * (size.y / 2 + d)},
          Vec{0, -down * y}, Vec{-out * (size.x / 2 + d), down * (size.y / 2 + d)},
          Vec{-out * x, 0},  Vec{-out * (size.x / 2 + d), -down * (size.y / 2 + d)}};
      for (std::size_t i = 0; i < places.size(); ++i) {
        Rect box{tip.x + places[i].x - size.x / 2, tip.y + places[i].y - size.y / 2, size.x,
                 size.y};
        box.x = std::clamp(box.x, area_.x, std::max(area_.x, area_.right() - size.x));
        box.y = std::clamp(box.y, area_.y, std::max(area_.y, area_.bottom() - size.y));
        if (!is_free(box)) continue;
        const float cost =
            crossed(box) + 0.08F * static_cast<float>(i) + 1.2F * (away - near) / theme.px(14);
        if (cost >= least) continue;
        least = cost;
        best = box;
        apart = away > near;
      }
    }
    if (least > 1e8F) return;
    taken_.push_back(best);
    if (apart) {
      const Vec end{std::clamp(tip.x, best.x, best.right()),
                    std::clamp(tip.y, best.y, best.bottom())};
      ui_.canvas.line(tip, end, arrow.color.alpha(0.5F), theme.px(1));
      add_line(tip, end);
    }
    ui_.canvas.fill(best, theme.panel.alpha(0.7F), theme.px(3));
    ui_.canvas.text_in({best.x, best.y, best.w + 1, best.h}, arrow.name, type, arrow.color);
  }

 private:
  bool is_free(const Rect& box) const {
    return std::none_of(taken_.begin(), taken_.end(),
                        [&](const Rect& other) { return other.overlaps(box); });
  }
  float crossed(const Rect& box) const {
    return static_cast<float>(std::count_if(lines_.begin(), lines_.end(), [&](const auto& line) {
      return crosses(line.first, line.second, box);
    }));
  }

  Ui& ui_;
  Rect area_;
  std::vector<Rect> taken_;
  std::vector<std::pair<Vec, Vec>> lines_;
};

// What each colour means, in a line at the foot; nothing where it has no room.
void draw_legend(Ui& ui, const std::vector<PlaneLegend>& legend, Rect& area) {
  const Theme& theme = ui.theme;
  const float dot = theme.px(14), gap = theme.px(12);
  float width = 0;
  for (const PlaneLegend& entry : legend) {
    width += dot + ui.canvas.width(entry.name, theme.small()) + gap;
  }
  if (legend.empty() || area.h < theme.px(140) || width - gap > area.w - theme.px(20)) return;
  Rect row = area.take_bottom(theme.px(26)).inset(theme.px(10), 0);
  for (const PlaneLegend& entry : legend) {
    const Rect mark = row.take_left(dot);
    ui.canvas.circle({mark.x + theme.px(4), mark.center().y}, theme.px(4), entry.color);
    const float words = ui.canvas.width(entry.name, theme.small());
    ui.canvas.text_in(row.take_left(words + 1), entry.name, theme.small(), theme.soft_ink);
    row.take_left(gap);
  }
}

}  // namespace

void draw_arrow_plane(Ui& ui, Session& session, const std::vector<PlaneArrow>& arrows,
                      const std::vector<PlaneLegend>& legend, Rect area) {
  const Theme& theme = ui.theme;
  std::vector<PlaneArrow> shown;
  std::copy_if(arrows.begin(), arrows.end(), std::back_inserter(shown), finite);
  // What is spoken of lies over the rest, and names itself first.
  std::stable_sort(shown.begin(), shown.end(),
                   [](const PlaneArrow& a, const PlaneArrow& b) { return a.rank() < b.rank(); });
  ui.canvas.fill(area, theme.panel, theme.px(8));
  draw_legend(ui, legend, area);
  const Plane plane(shown, area, std::min(theme.px(56), 0.14F * std::min(area.w, area.h)));
  ui.canvas.push_clip(area);
  const Vec origin = plane.origin();
  ui.canvas.line({area.x, origin.y}, {area.right(), origin.y}, theme.rule, theme.px(1));
  ui.canvas.line({origin.x, area.y}, {origin.x, area.bottom()}, theme.rule, theme.px(1));
  Names names(ui, area.inset(theme.px(4)));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const PlaneArrow& arrow = shown[i];
    const Vec tip = plane.at(arrow.tip), moved = plane.at(arrow.tip + arrow.step);
    const Touch touch = ui.touch(Ui::id("arrow", i), Rect{tip.x, tip.y, 0, 0}.inset(-theme.px(12)));
    if (touch.hovered) session.next_hover = arrow.cell;
    if (touch.clicked) session.chosen = arrow.cell;
    const bool lit = session.hover.path == arrow.cell.path && session.hover.row == arrow.cell.row &&
                     session.hover.kind == Target::Kind::cell;
    draw_arrow(ui.canvas, origin, tip, arrow.color, theme.px(arrow.strong || lit ? 3 : 1.6F),
               theme.px(10));
    draw_arrow(ui.canvas, tip, moved, theme.accent, theme.px(3), theme.px(10));
    if (lit) ui.canvas.ring(tip, theme.px(8), theme.lit, theme.px(2));
  }
  for (const PlaneArrow& arrow : shown) {
    const Vec tip = plane.at(arrow.tip), moved = plane.at(arrow.tip + arrow.step);
    names.keep_free(tip);
    names.keep_free(moved);
    names.add_line(origin, tip);
    names.add_line(tip, moved);
  }
  for (auto arrow = shown.rbegin(); arrow != shown.rend(); ++arrow) {
    names.draw(*arrow, plane.at(arrow->tip), origin);
  }
  ui.canvas.pop_clip();
}

}  // namespace glassformer
