#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/widgets/cloud_parts.h"
#include "app/widgets/label_places.h"

namespace glassformer {

namespace {

constexpr int kMaxTried = 4000;  // names of points that are not lit
constexpr int kMostGrey = 250;   // of those in sight: more are not named while others are lit

class Names {
 public:
  Names(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, float radius)
      : ui_(ui), cloud_(cloud), plane_(plane), radius_(radius), places_(plane.area) {}

  void keep_free(int point) {
    const Vec at = place(point);
    places_.keep_free(square_around(at, radius_ / 2 + ui_.theme.px(3)));
  }

  // A name on a line hides where it leads.
  void keep_line_free(int from, int to) { keep_free(place(from), place(to)); }
  void keep_path_free() {
    for (std::size_t i = 1; i < cloud_.path.size(); ++i) {
      keep_free(plane_.at(cloud_.path[i - 1].first, cloud_.path[i - 1].second),
                plane_.at(cloud_.path[i].first, cloud_.path[i].second));
    }
  }
  void keep_free(Vec a, Vec b) { places_.add_line(a, b); }

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
    if (!always && !places_.is_free(right) && !places_.is_free(left) && !strong) return;
    std::string name(cloud_.name(point));
    constexpr std::size_t longest = 40;
    if (name.size() > longest) name = ui_.canvas.elided(name, type, ui_.theme.px(220));
    const float w = ui_.canvas.width(name, type);
    // What is lit may stand farther off, with a line to its point.
    const auto place = places_.find({.at = at,
                                     .size = {w, h},
                                     .gap = gap,
                                     .rings = strong ? 6 : 1,
                                     .ring = 0.8F * h,
                                     .corners = strong,
                                     .on_lines = false,
                                     .led = strong,
                                     .room = room_});
    if (!place && !always) return;
    const Rect middle{at.x - w / 2, at.y - h / 2, w, h};
    const bool outside = at.x + gap + w > plane_.area.right();
    const Rect box = place ? place->box : middle.moved({outside ? -w / 2 - gap : w / 2 + gap, 0});
    Pending pending{box, std::move(name), type, color, strong, {}, {}};
    if (strong && place && place->ring > 0) {
      const std::optional<Vec> end = places_.line_end(at, box);
      if (!end && !always) return;  // without a line nobody could say which point it names
      pending.from = at;
      pending.to = end.value_or(at);
      if (end) places_.add_line(at, *end);
    }
    places_.keep_name(
        box.inset(-ui_.theme.px(5), -ui_.theme.px(2)));  // so that two names do not read as one
    pending_.push_back(std::move(pending));
  }

  Ui& ui_;
  const PointCloud& cloud_;
  const CloudPlane& plane_;
  float radius_;
  LabelPlaces places_;
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
