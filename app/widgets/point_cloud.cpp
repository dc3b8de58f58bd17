#include "app/widgets/point_cloud.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/widgets/cloud_parts.h"
#include "app/widgets/plot_axes.h"

namespace glassformer {

namespace {

constexpr std::size_t kCircles = 1500;  // more points are drawn as a picture
constexpr float kReach = 12;            // px at scale 1: a point this near is touched

struct Span {
  double middle = 0, length = 2;
  Span with(double value) const {
    const double min = std::min(middle - length / 2, value);
    const double max = std::max(middle + length / 2, value);
    return {(min + max) / 2, max - min};
  }
};

// From the first to the last; but where single points lie far from all others, only the others.
Span span_of(const PointCloud& cloud, std::span<const float> values) {
  std::vector<float> seen;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_hidden(cloud, i) && std::isfinite(values[i])) seen.push_back(values[i]);
  }
  if (seen.empty()) return {};
  const auto at = [&](double share) {
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(seen.size() - 1));
    std::nth_element(seen.begin(), seen.begin() + place, seen.end());
    return static_cast<double>(seen[static_cast<std::size_t>(place)]);
  };
  double min = at(0), max = at(1);
  const double low = at(0.005), high = at(0.995), room = 0.15 * (high - low);
  if (max - min > 1.6 * (high - low)) {
    min = std::max(min, low - room);
    max = std::min(max, high + room);
  }
  return {(min + max) / 2, std::max(max - min, 1e-12)};
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return (a ^ b) * 0x9e3779b97f4a7c15ULL + (a >> 29U);
}

// The points in sight, with room around them for their names.
void fit(const PointCloud& cloud, CloudCamera& camera) {
  std::uint64_t key = cloud.stamp * 2 + static_cast<std::uint64_t>(!cloud.hidden.empty());
  const bool lit = cloud.fits_lit && cloud.lit.size() > 1;
  if (lit) {
    for (const auto& one : cloud.lit) key = mixed(key, static_cast<std::uint64_t>(one.point) + 1);
  }
  for (const auto& [x, y] : cloud.path) {
    key = mixed(mixed(key, std::bit_cast<std::uint32_t>(x)), std::bit_cast<std::uint32_t>(y));
  }
  if (camera.fit_of == key && camera.fit_width > 0) return;
  camera.fit_of = key;
  Span seen_x, seen_y;
  if (lit) {
    const auto first = static_cast<std::size_t>(cloud.lit.front().point);
    seen_x = {static_cast<double>(cloud.x[first]), 0};
    seen_y = {static_cast<double>(cloud.y[first]), 0};
    for (const auto& one : cloud.lit) {
      const auto i = static_cast<std::size_t>(one.point);
      seen_x = seen_x.with(static_cast<double>(cloud.x[i]));
      seen_y = seen_y.with(static_cast<double>(cloud.y[i]));
    }
  } else {
    seen_x = span_of(cloud, cloud.x);
    seen_y = span_of(cloud, cloud.y);
  }
  for (const auto& [from, to] : cloud.links) {  // what is linked is seen, wherever it lies
    for (const int point : {from, to}) {
      const auto i = static_cast<std::size_t>(point);
      seen_x = seen_x.with(static_cast<double>(cloud.x[i]));
      seen_y = seen_y.with(static_cast<double>(cloud.y[i]));
    }
  }
  for (const auto& [x, y] : cloud.path) {
    seen_x = seen_x.with(static_cast<double>(x));
    seen_y = seen_y.with(static_cast<double>(y));
  }
  camera.fit_x = seen_x.middle;
  camera.fit_y = seen_y.middle;
  camera.fit_width = std::max(seen_x.length, 1e-12);
  camera.fit_height = std::max(seen_y.length, 1e-12);
}

float radius_of(const Ui& ui, std::size_t points, double enlarged) {
  const float radius = points < 300 ? 4.5F : points < 3000 ? 3.25F : points <= 20'000 ? 2.2F : 1.5F;
  const double grown = std::clamp(std::pow(std::max(enlarged, 1e-6), 0.35), 1.0, 2.5);
  return ui.theme.px(radius * static_cast<float>(grown));
}

void zoom(Ui& ui, CloudCamera& camera, const CloudPlane& plane) {
  const double x = plane.place_x(ui.input.mouse.x), y = plane.place_y(ui.input.mouse.y);
  const double factor = std::pow(1.2, static_cast<double>(ui.input.wheel));
  camera.unit *= factor;
  camera.x = x + (camera.x - x) / factor;
  camera.y = y + (camera.y - y) / factor;
  camera.free = true;
  ui.request_frame();
}

int nearest(const Ui& ui, const PointCloud& cloud, const CloudPlane& plane) {
  int found = -1;
  float best = ui.theme.px(kReach) * ui.theme.px(kReach);
  const auto consider = [&](std::size_t i) {
    if (is_hidden(cloud, i)) return;
    const Vec off = plane.at(cloud.x[i], cloud.y[i]) - ui.input.mouse;
    const float squared = off.x * off.x + off.y * off.y;
    if (squared >= best) return;
    best = squared;
    found = static_cast<int>(i);
  };
  // What is lit is what is meant.
  for (const auto& lit : cloud.lit) consider(static_cast<std::size_t>(lit.point));
  if (found >= 0) return found;
  for (std::size_t i = 0; i < cloud.x.size(); ++i) consider(i);
  return found;
}

// Whether the button, since it went down, has moved what lies under it: then it chooses nothing.
bool was_moved(Ui& ui, Ui::Id id, const Touch& touch) {
  float& way = ui.remembered(Ui::id("moved", id));
  if (touch.pressed) way = 0;
  if (touch.held && !touch.pressed) way += std::hypot(touch.drag.x, touch.drag.y);
  return way > ui.theme.px(4);
}

void lasso(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, const Touch& touch,
           CloudCamera& camera, CloudTouch& result) {
  if (touch.held) {
    if (touch.pressed) camera.loop.clear();
    const Vec at = ui.input.mouse;
    if (camera.loop.empty() ||
        std::hypot(camera.loop.back().x - at.x, camera.loop.back().y - at.y) > ui.theme.px(3)) {
      camera.loop.push_back(at);
    }
  } else if (!camera.loop.empty()) {
    if (camera.loop.size() > 2) {
      for (std::size_t i = 0; i < cloud.x.size(); ++i) {
        if (!is_hidden(cloud, i) && inside_loop(camera.loop, plane.at(cloud.x[i], cloud.y[i]))) {
          result.lassoed.push_back(static_cast<int>(i));
        }
      }
    }
    camera.loop.clear();
    ui.request_frame();
  }
}

void draw_points(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, float radius,
                 Color ground, CloudCamera& camera) {
  const Theme& theme = ui.theme;
  const bool grey = cloud.greyed();
  const Color faint = mix(ground, theme.ink, theme.dark ? 0.2F : 0.14F);
  if (cloud.x.size() <= kCircles && !cloud.on_card) {
    const auto draw_all = [&](bool quiet) {
      for (std::size_t i = cloud.x.size(); i-- > 0;) {
        if (is_hidden(cloud, i) || is_quiet(cloud, i) != quiet) continue;
        const Vec at = plane.at(cloud.x[i], cloud.y[i]);
        if (!plane.area.contains(at)) continue;
        const Color color = grey ? faint : cloud.colors[cloud.shade.empty() ? 0 : cloud.shade[i]];
        ui.canvas.circle(at, quiet ? kQuietSize * radius : radius, color);
      }
    };
    if (cloud.quiet >= 0) draw_all(true);
    draw_all(false);
    return;
  }
  std::uint64_t key = mixed(cloud.stamp, static_cast<std::uint64_t>(grey) + 2 * theme.dark);
  if (cloud.on_card) key = mixed(key, cloud.card_stamp);
  for (const double part : {camera.x, camera.y, camera.unit, static_cast<double>(radius),
                            static_cast<double>(plane.area.w), static_cast<double>(plane.area.h),
                            static_cast<double>(cloud.x.size())}) {
    key = mixed(key, std::bit_cast<std::uint64_t>(part));
  }
  if (!camera.image || camera.image_of != key) {
    camera.image = paint_cloud(cloud, plane, radius, ground, grey, faint);
    camera.image_of = key;
  }
  ui.canvas.image({plane.area.x, plane.area.y, static_cast<float>(camera.image->width),
                   static_cast<float>(camera.image->height)},
                  camera.image);
}

void draw_path(Ui& ui, const PointCloud& cloud, const CloudPlane& plane) {
  const Theme& theme = ui.theme;
  const std::size_t count = cloud.path.size();
  for (std::size_t i = 0; i < count; ++i) {
    const float age = static_cast<float>(i + 1) / static_cast<float>(count);
    const Vec at = plane.at(cloud.path[i].first, cloud.path[i].second);
    if (i > 0) {
      ui.canvas.line(plane.at(cloud.path[i - 1].first, cloud.path[i - 1].second), at, theme.accent,
                     theme.px(1 + 1.5F * age));
    }
    if (i + 1 < count) ui.canvas.circle(at, theme.px(count > 40 ? 1.5F : 3), theme.accent);
  }
}

void draw_lit(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, float radius, int touched) {
  const Theme& theme = ui.theme;
  const auto place = [&](int point) {
    const auto i = static_cast<std::size_t>(point);
    return plane.at(cloud.x[i], cloud.y[i]);
  };
  for (std::size_t i = 0; i < cloud.links.size(); ++i) {
    const auto [from, to] = cloud.links[i];
    ui.canvas.line(place(from), place(to),
                   cloud.link_colors.empty() ? theme.accent : cloud.link_colors[i],
                   theme.px(cloud.link_colors.empty() ? 2.0F : 2.5F));
  }
  for (auto lit = cloud.lit.rbegin(); lit != cloud.lit.rend(); ++lit) {
    ui.canvas.circle(place(lit->point), radius + theme.px(1.5F), theme.page);
    ui.canvas.circle(place(lit->point), radius, lit->color);
  }
  if (touched >= 0) {
    ui.canvas.circle(place(touched), radius, theme.accent);
    ui.canvas.ring(place(touched), radius + theme.px(3), theme.lit, theme.px(2));
  }
}

}  // namespace

CloudTouch draw_point_cloud(Ui& ui, const PointCloud& cloud, CloudCamera& camera, Rect area) {
  CloudTouch result;
  const Theme& theme = ui.theme;
  const bool axes = !cloud.x_name.empty();
  if (axes) {
    const float line = ui.canvas.line_height(theme.small());
    area.take_top(line + theme.px(6));
    area.take_bottom(2 * line + x_numbers_below(ui));
    area.take_left(theme.px(44));
    area.take_right(theme.px(6));
  }
  // Whole pixels: the picture of the points is drawn pixel on pixel.
  area = {std::round(area.x), std::round(area.y), std::floor(area.w), std::floor(area.h)};
  if (area.w < theme.px(60) || area.h < theme.px(60)) return result;
  fit(cloud, camera);
  const double fitted =
      static_cast<double>(cloud.fills) * std::min(static_cast<double>(area.w) / camera.fit_width,
                                                  static_cast<double>(area.h) / camera.fit_height);
  if (ui.pressed(Key::f) || ui.pressed(Key::d0)) camera.free = false;
  if (!camera.free || !(camera.unit > 0)) {
    camera.x = camera.fit_x;
    camera.y = camera.fit_y;
    camera.unit = fitted;
  }

  const Touch touch = ui.touch(Ui::id(cloud.id), area);
  const bool moved = was_moved(ui, Ui::id(cloud.id), touch);
  const auto plane = [&] { return CloudPlane{area, camera.x, camera.y, camera.unit}; };
  if (ui.input.wheel != 0 && ui.hovering(area)) zoom(ui, camera, plane());
  if (cloud.lasso) {
    lasso(ui, cloud, plane(), touch, camera, result);
  } else if (cloud.turns) {
    if (touch.held) result.drag = touch.drag;
  } else if (touch.held && (touch.drag.x != 0 || touch.drag.y != 0)) {
    camera.free = true;
    camera.x -= static_cast<double>(touch.drag.x) / camera.unit;
    camera.y += static_cast<double>(touch.drag.y) / camera.unit;
  }

  const CloudPlane now = plane();
  // Most points are quiet, where any are: those in colour have more room.
  const std::size_t crowd = cloud.quiet < 0 ? cloud.x.size() : cloud.x.size() / 4;
  const float radius = radius_of(ui, crowd, camera.unit / fitted);
  const Color ground = mix(theme.page, theme.panel, 0.6F);
  if (touch.hovered && !(touch.held && cloud.lasso)) result.hovered = nearest(ui, cloud, now);
  if (touch.clicked && !moved && !cloud.lasso) {
    result.clicked = result.hovered;
    result.clicked_nothing = result.hovered < 0;
  }
  const int touched = result.hovered >= 0 ? result.hovered : cloud.touched;

  ui.canvas.fill(area, ground);
  ui.canvas.push_clip(area);
  draw_points(ui, cloud, now, radius, ground, camera);
  ui.canvas.pop_clip();
  if (axes) {
    PlotAxis x{now.place_x(area.x), now.place_x(area.right()), false, area.x, area.right()};
    PlotAxis y{now.place_y(area.bottom()), now.place_y(area.y), false, area.bottom(), area.y};
    draw_axes(ui, x, y, area, cloud.x_name, cloud.y_name);
  }
  ui.canvas.push_clip(area);
  draw_path(ui, cloud, now);
  draw_lit(ui, cloud, now, std::max(radius, theme.px(4)) + theme.px(1), touched);
  draw_cloud_names(ui, cloud, now, std::max(radius, theme.px(2)), touched);
  if (camera.loop.size() > 1) {
    std::vector<Vec> loop = camera.loop;
    loop.push_back(loop.front());
    ui.canvas.polyline(std::move(loop), theme.accent, theme.px(2));
  }
  ui.canvas.pop_clip();
  return result;
}

}  // namespace glassformer
