#include <algorithm>
#include <array>
#include <cmath>

#include "app/widgets/cloud_parts.h"

namespace glassformer {

namespace {

constexpr int kMaxTried = 4000;  // names of points that are not lit
constexpr int kMostGrey = 250;   // of those in sight: more are not named while others are lit

// Which parts of the area are taken, in cells of a few pixels.
class Grid {
 public:
  Grid(Rect area, float cell)
      : area_(area),
        cell_(cell),
        cols_(static_cast<int>(area.w / cell) + 1),
        rows_(static_cast<int>(area.h / cell) + 1),
        taken_(static_cast<std::size_t>(cols_) * static_cast<std::size_t>(rows_)) {}

  bool free(const Rect& box) const {
    if (box.x < area_.x || box.y < area_.y || box.right() > area_.right() ||
        box.bottom() > area_.bottom()) {
      return false;
    }
    bool all = true;
    each(box, [&](std::size_t cell) { all = all && !taken_[cell]; });
    return all;
  }
  void take(const Rect& box) {
    each(box, [&](std::size_t cell) { taken_[cell] = true; });
  }

 private:
  template <class Body>
  void each(const Rect& box, const Body& body) const {
    const auto index = [&](float px, float from, int count) {
      return std::clamp(static_cast<int>((px - from) / cell_), 0, count - 1);
    };
    const int left = index(box.x, area_.x, cols_), right = index(box.right(), area_.x, cols_);
    const int top = index(box.y, area_.y, rows_), bottom = index(box.bottom(), area_.y, rows_);
    for (int row = top; row <= bottom; ++row) {
      for (int col = left; col <= right; ++col) {
        body(static_cast<std::size_t>(row) * static_cast<std::size_t>(cols_) +
             static_cast<std::size_t>(col));
      }
    }
  }
  Rect area_;
  float cell_;
  int cols_, rows_;
  std::vector<bool> taken_;
};

class Names {
 public:
  Names(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, float radius)
      : ui_(ui), cloud_(cloud), plane_(plane), radius_(radius), grid_(plane.area, ui.theme.px(4)) {}

  void keep_free(int point) {
    const Vec at = place(point);
    grid_.take({at.x - radius_ / 2, at.y - radius_ / 2, radius_, radius_});
  }

  // A name on a line hides where it leads.
  void keep_line_free(int from, int to) { keep_free(place(from), place(to)); }
  void keep_path_free() {
    for (std::size_t i = 1; i < cloud_.path.size(); ++i) {
      keep_free(plane_.at(cloud_.path[i - 1].first, cloud_.path[i - 1].second),
                plane_.at(cloud_.path[i].first, cloud_.path[i].second));
    }
  }
  void keep_free(Vec a, Vec b) {
    const float step = ui_.theme.px(3), length = std::hypot(b.x - a.x, b.y - a.y);
    for (float along = 0; along <= length; along += step) {
      const Vec at = a + (b - a) * (length > 0 ? along / length : 0);
      if (plane_.area.contains(at)) grid_.take({at.x, at.y, 1, 1});
    }
  }

  void lit(int point, Color color) {
    const Type type{Face::bold, ui_.theme.small().size};
    draw(point, type, color, true, false);
  }
  void touched(int point) {
    draw(point, {Face::bold, ui_.theme.small().size}, ui_.theme.ink, true, true);
  }
  void plain(int point) { draw(point, ui_.theme.small(), ui_.theme.soft_ink, false, false); }
  // Only where there is room for a name above and below as well.
  void quiet(int point) {
    room_ = ui_.canvas.line_height(ui_.theme.small());
    draw(point, ui_.theme.small(), ui_.theme.faint_ink, false, false);
    room_ = 0;
  }

  // The lines first, so that none crosses a name; under the ground of one it would hardly be seen.
  void paint() {
    for (const Pending& one : pending_) {
      if (one.from == one.to || runs_under_a_name(one)) continue;
      ui_.canvas.line(one.from, one.to, ui_.theme.faint_ink, ui_.theme.px(1));
    }
    for (const Pending& one : pending_) {
      ui_.canvas.fill(one.box.inset(-ui_.theme.px(1), ui_.theme.px(1)),
                      ui_.theme.page.alpha(one.strong ? 0.85F : 0.8F), ui_.theme.px(3));
      ui_.canvas.text(one.box.origin(), one.name, one.type, one.color);
    }
  }

 private:
  struct Pending {
    Rect box;
    std::string name;
    Type type;
    Color color;
    bool strong;
    Vec from, to;  // of the line to its point; equal: none
  };

  bool runs_under_a_name(const Pending& line) const {
    return std::ranges::any_of(pending_, [&](const Pending& other) {
      if (&other == &line) return false;
      for (const float along : {0.2F, 0.35F, 0.5F, 0.65F, 0.8F})
        if (other.box.contains(line.from + (line.to - line.from) * along)) return true;
      return false;
    });
  }
  Vec place(int point) const {
    const auto i = static_cast<std::size_t>(point);
    return plane_.at(cloud_.x[i], cloud_.y[i]);
  }

  void draw(int point, Type type, Color color, bool strong, bool always) {
    const Vec at = place(point);
    const float h = ui_.canvas.line_height(type), gap = radius_ + ui_.theme.px(3);
    // A glance at the places beside it before its width is measured.
    const Rect right{at.x + gap, at.y - h / 2, h, h}, left{at.x - gap - h, at.y - h / 2, h, h};
    if (!always && !grid_.free(right) && !grid_.free(left) && !strong) return;
    std::string name(cloud_.name(point));
    constexpr std::size_t longest = 40;
    if (name.size() > longest) name = ui_.canvas.elided(name, type, ui_.theme.px(220));
    const float w = ui_.canvas.width(name, type);
    const Rect middle{at.x - w / 2, at.y - h / 2, w, h};
    Rect box = middle.moved({w / 2 + gap, 0});
    if (always && box.right() > plane_.area.right()) box = middle.moved({-w / 2 - gap, 0});
    bool fits = false;
    float away = gap;
    // What is lit may stand farther off, with a line to its point.
    for (int ring = 0; ring < (strong ? 4 : 1) && !fits; ++ring) {
      away = gap + static_cast<float>(ring) * h * 0.8F;
      const float d = away * 0.7F;
      const std::array<Vec, 8> places{Vec{w / 2 + away, 0},        Vec{-w / 2 - away, 0},
                                      Vec{0, -h / 2 - away},       Vec{0, h / 2 + away},
                                      Vec{w / 2 + d, -h / 2 - d},  Vec{w / 2 + d, h / 2 + d},
                                      Vec{-w / 2 - d, -h / 2 - d}, Vec{-w / 2 - d, h / 2 + d}};
      for (std::size_t i = 0; i < (strong ? 8 : 4) && !fits; ++i) {
        fits = grid_.free(middle.moved(places[i]).inset(-room_, -room_));
        if (fits) box = middle.moved(places[i]);
      }
    }
    if (!fits && !always) return;
    grid_.take(box.inset(-ui_.theme.px(5), 0));  // so that two names do not read as one
    Pending pending{box, std::move(name), type, color, strong, {}, {}};
    if (strong && fits && away > gap) {
      pending.from = at;
      pending.to = {std::clamp(at.x, box.x, box.right()), std::clamp(at.y, box.y, box.bottom())};
    }
    pending_.push_back(std::move(pending));
  }

  Ui& ui_;
  const PointCloud& cloud_;
  const CloudPlane& plane_;
  float radius_;
  Grid grid_;
  float room_ = 0;  // px around a name that must be free
  std::vector<Pending> pending_;
};

}  // namespace

void draw_cloud_names(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, float radius,
                      int touched) {
  Names names(ui, cloud, plane, radius);
  if (touched >= 0) {
    names.keep_free(touched);
    names.touched(touched);
  }
  for (const auto& lit : cloud.lit) names.keep_free(lit.point);
  for (const auto& [from, to] : cloud.links) names.keep_line_free(from, to);
  names.keep_path_free();
  for (const auto& lit : cloud.lit) {
    if (lit.point != touched) names.lit(lit.point, ui.theme.ink);
  }
  // Grey points are named where one has come so near that there are few of them.
  const bool grey = cloud.none_lit || !cloud.lit.empty();
  int in_sight = 0;
  for (std::size_t i = 0; grey && i < cloud.x.size() && in_sight <= kMostGrey; ++i) {
    in_sight += !is_hidden(cloud, i) && plane.area.contains(plane.at(cloud.x[i], cloud.y[i]));
  }
  const bool near =
      in_sight <= kMostGrey && 4 * static_cast<std::size_t>(in_sight) < cloud.x.size();
  const std::size_t count = cloud.naming.empty() ? cloud.x.size() : cloud.naming.size();
  const auto name_all = [&](bool quiet) {
    int tried = grey && !near ? kMaxTried : 0;
    for (std::size_t k = 0; k < count && tried < kMaxTried; ++k) {
      const std::size_t i = cloud.naming.empty() ? k : static_cast<std::size_t>(cloud.naming[k]);
      if (i >= cloud.x.size() || is_quiet(cloud, i) != quiet) continue;
      if (is_hidden(cloud, i) || static_cast<int>(i) == touched) continue;
      if (!plane.area.contains(plane.at(cloud.x[i], cloud.y[i]))) continue;
      ++tried;
      quiet || grey ? names.quiet(static_cast<int>(i)) : names.plain(static_cast<int>(i));
    }
  };
  name_all(false);
  if (cloud.quiet >= 0) name_all(true);
  names.paint();
}

bool inside_loop(const std::vector<Vec>& loop, Vec p) {
  bool inside = false;
  for (std::size_t i = 0, j = loop.size() - 1; i < loop.size(); j = i++) {
    const Vec a = loop[i], b = loop[j];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    if (p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

}  // namespace glassformer
