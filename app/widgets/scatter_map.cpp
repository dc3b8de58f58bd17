#include "app/widgets/scatter_map.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/widgets/contrast.h"
#include "app/widgets/even_numbers.h"
#include "app/widgets/label_places.h"
#include "app/widgets/plane.h"
#include "app/widgets/plot_axes.h"

namespace glassformer {

namespace {

// With the numbers of its axes at the left and below.
struct MapPlane {
  Plane plane;
  PlotAxis x, y;
  Rect area() const { return plane.rect(); }
  Vec at(double px, double py) const {
    return plane.at({static_cast<float>(px), static_cast<float>(py)});
  }
  std::pair<double, double> place(Vec px) const {
    const Vec p = plane.value(px);
    return {p.x, p.y};
  }
};

constexpr double kHighest = 1.15;  // height of a map by its width, where its points need less

MapPlane plane_of(const Ui& ui, const MapSpec& spec, Rect area) {
  PlotAxis x{spec.min_x, std::max(spec.max_x, spec.min_x + 1e-9), false, 0, 1};
  PlotAxis y{spec.min_y, std::max(spec.max_y, spec.min_y + 1e-9), false, 0, 1};
  const float line = ui.canvas.line_height(ui.theme.small()), gap = ui.theme.px(6);
  area.take_top(line / 2);  // half of the y axis's topmost number
  area.take_bottom(line + x_numbers_below(ui));
  area.take_right(gap);
  area.take_left(tick_width(ui, y, area.h) + gap);
  // In a high place it shows more above and below, where labels find room.
  const double across = x.max - x.min, unit = std::max(1e-6, area.w / across);
  const double high = std::min(area.h / unit, kHighest * across), more = high - (y.max - y.min);
  if (more > 0) {
    y.min -= more / 2;
    y.max += more / 2;
  }
  const Plane plane({static_cast<float>(x.min), static_cast<float>(y.min)},
                    {static_cast<float>(x.max), static_cast<float>(y.max)}, area);
  const Rect& rect = plane.rect();
  x.from = rect.x;
  x.to = rect.right();
  y.from = rect.bottom();
  y.to = rect.y;
  return {plane, x, y};
}

constexpr double kUnweighed = 0.1;  // the weight of which all discs have the size

double drawn_weight(const MapSpec& spec, const MapSpec::Point& point) {
  return spec.weighed ? point.weight : kUnweighed;
}

float radius_of(const Ui& ui, double weight) {
  return ui.theme.px(6 + 13 * static_cast<float>(std::sqrt(std::clamp(weight, 0.0, 1.0))));
}

Color ground_of(const Theme& theme) {
  return mix(theme.page, theme.panel, 0.6F);
}

constexpr float kMostLost = 0.2F;  // of lines (LabelPlaces::Covered): nearly half of one

enum class Room {
  any,
  clear,      // hides most of no line
  clear_side  // and lies right, left, above or below, where it can name no other point
};

// Two lines beside a disc, where they lie over nothing else.
class Labels {
 public:
  // `rings`: how far from their points they may stand, where they would hide a line otherwise.
  Labels(Ui& ui, Rect area, int rings) : ui_(ui), area_(area), places_(area), rings_(rings) {}
  void keep_free(Rect rect) { places_.keep_free(rect); }
  // Labels lie over it only where there is no other room.
  void add_line(Vec from, Vec to) { places_.add_line(from, to); }

  // True if there was room. `always` draws it even over others, inside the area.
  bool draw(Vec middle, float radius, const std::string& name, const std::string& value,
            Color color, bool strong, bool always, Room room = Room::any) {
    const Type first{strong ? Face::bold : Face::text, ui_.theme.small().size};
    const Type second = ui_.theme.number();
    const float w =
        std::max(ui_.canvas.width(name, first), ui_.canvas.width(value, second)) + ui_.theme.px(4);
    const float line = ui_.canvas.line_height(first);
    const float h = line * static_cast<float>((name.empty() ? 0 : 1) + (value.empty() ? 0 : 1));
    if (h == 0) return true;
    const float gap = radius + ui_.theme.px(5);
    const auto place = places_.find({.at = middle,
                                     .size = {w, h},
                                     .gap = gap,
                                     .rings = rings_,
                                     .ring = ui_.theme.px(12),
                                     .corners = room != Room::clear_side});
    const bool hides =
        room != Room::any && place && places_.lines_under(place->box).lost > kMostLost;
    if ((!place || hides) && !always) return false;
    const Rect box = place ? place->box : inside({middle.x + gap, middle.y - h / 2, w, h});
    keep_free(box);
    const Align align = box.right() < middle.x ? Align::right
                        : box.x > middle.x     ? Align::left
                                               : Align::center;
    ui_.canvas.fill(box, ui_.theme.page.alpha(0.85F), ui_.theme.px(3));
    Rect rest = box;
    if (!name.empty()) ui_.canvas.text_in(rest.take_top(line), name, first, ui_.theme.ink, align);
    if (!value.empty()) ui_.canvas.text_in(rest.take_top(line), value, second, color, align);
    return true;
  }

 private:
  Rect inside(Rect box) const {
    box.x = std::clamp(box.x, area_.x, std::max(area_.x, area_.right() - box.w));
    box.y = std::clamp(box.y, area_.y, std::max(area_.y, area_.bottom() - box.h));
    return box;
  }

  Ui& ui_;
  Rect area_;
  LabelPlaces places_;
  int rings_;
};

// The names of the axes stand inside, along the lines of zero at their far ends: outside they would
// take two lines from the map.
Rect x_name_box(const Ui& ui, const MapSpec& spec, const MapPlane& plane) {
  const Type type = ui.theme.small();
  const float w = ui.canvas.width(spec.x_name, type), line = ui.canvas.line_height(type);
  const float zero = std::clamp(plane.y.at(0), plane.area().y + line, plane.area().bottom());
  return {plane.area().right() - w - ui.theme.px(6), zero - line, w, line};
}
Rect y_name_box(const Ui& ui, const MapSpec& spec, const MapPlane& plane) {
  const Type type = ui.theme.small();
  const float w = ui.canvas.width(spec.y_name, type);
  const float zero = std::clamp(plane.x.at(0), plane.area().x, plane.area().right() - w);
  return {zero + ui.theme.px(6), plane.area().y, w, ui.canvas.line_height(type)};
}

Rect mark_box(const Ui& ui, Vec middle) {
  return square_around(middle, ui.theme.px(6));
}

std::string with_weight(const MapSpec& spec, const MapSpec::Point& point) {
  if (!spec.weighed) return point.value;
  std::vector<double> weights;
  for (const MapSpec::Point& one : spec.points) weights.push_back(one.weight);
  const EvenNumbers numbers(weights);
  // Beside a point a dot would be one more point.
  const std::string weight =
      numbers.rounds_to_nothing(point.weight) ? "× ≈0" : "× " + numbers.of(point.weight);
  return point.value.empty() ? weight : point.value + " " + weight;
}

void draw_points(Ui& ui, const MapSpec& spec, const MapPlane& plane, int touched) {
  const Theme& theme = ui.theme;
  const Vec query = plane.at(spec.query_x, spec.query_y);
  const auto fade = [&](int i) { return touched >= 0 && touched != i ? 0.35F : 1.0F; };
  for (std::size_t i = 0; i < spec.points.size(); ++i) {
    const auto& point = spec.points[i];
    const auto weight = static_cast<float>(std::clamp(drawn_weight(spec, point), 0.0, 1.0));
    // How thick it is says the weight; quiet ones can still be seen.
    const float strength = (0.3F + 0.6F * weight) * fade(static_cast<int>(i));
    ui.canvas.line(query, plane.at(point.x, point.y),
                   recede(theme.tensor(Role::query), ground_of(theme), 1 - strength, kMarkContrast),
                   theme.px(0.75F + 7 * weight));
  }
  for (std::size_t i = 0; i < spec.points.size(); ++i) {
    const auto& point = spec.points[i];
    const Vec at = plane.at(point.x, point.y);
    const float radius = radius_of(ui, drawn_weight(spec, point));
    const Color color = mix(theme.page, theme.tensor(Role::key), fade(static_cast<int>(i)));
    ui.canvas.circle(at, radius + theme.px(1.5F), theme.page);
    ui.canvas.circle(at, radius, color);
    if (touched == static_cast<int>(i)) {
      ui.canvas.ring(at, radius + theme.px(2), theme.lit, theme.px(2));
    }
  }
  for (const MapSpec::Mark& mark : spec.marks) {
    const Rect box = mark_box(ui, plane.at(mark.x, mark.y));
    ui.canvas.fill(box.inset(-theme.px(1.5F)), theme.page, theme.px(2));
    ui.canvas.fill(box, mark.color, theme.px(2));
  }
  const float r = theme.px(9);
  ui.canvas.circle(query, r + theme.px(2), theme.page);
  ui.canvas.polygon({{query.x, query.y - r * 1.25F},
                     {query.x + r * 1.25F, query.y},
                     {query.x, query.y + r * 1.25F},
                     {query.x - r * 1.25F, query.y}},
                    theme.tensor(Role::query));
}

// `room`: the plane, and what is free beside it.
void draw_labels(Ui& ui, const MapSpec& spec, const MapPlane& plane, Rect room, int touched) {
  // Among many points a name that stands off would be taken for another's.
  constexpr std::size_t few = 12;
  Labels labels(ui, room, spec.points.size() <= few ? 2 : 1);
  for (const Rect& name : {x_name_box(ui, spec, plane), y_name_box(ui, spec, plane)})
    labels.keep_free(name);
  const Vec query = plane.at(spec.query_x, spec.query_y);
  labels.keep_free(square_around(query, ui.theme.px(11)));
  // An axis through a number reads as if that were crossed out.
  const Rect& whole = plane.area();
  const Vec zero = plane.at(0, 0);
  if (zero.x > whole.x && zero.x < whole.right())
    labels.add_line({zero.x, whole.y}, {zero.x, whole.bottom()});
  if (zero.y > whole.y && zero.y < whole.bottom())
    labels.add_line({whole.x, zero.y}, {whole.right(), zero.y});
  for (const auto& point : spec.points) {
    labels.add_line(query, plane.at(point.x, point.y));
    labels.keep_free(
        square_around(plane.at(point.x, point.y), radius_of(ui, drawn_weight(spec, point)) * 0.9F));
  }
  for (const MapSpec::Mark& mark : spec.marks) {
    labels.keep_free(mark_box(ui, plane.at(mark.x, mark.y)));
  }
  const auto draw_query = [&](const std::string& value, bool always) {
    return labels.draw(query, ui.theme.px(11), spec.query_name, value,
                       ui.theme.tensor(Role::output), true, always);
  };
  if (!draw_query(spec.query_value, false)) draw_query("", true);
  for (const MapSpec::Mark& mark : spec.marks) {
    labels.draw(plane.at(mark.x, mark.y), ui.theme.px(7), mark.name, "", mark.color, false, false);
  }
  std::vector<std::size_t> order(spec.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const bool first = static_cast<int>(a) == touched, second = static_cast<int>(b) == touched;
    if (first != second) return first;
    return spec.points[a].weight > spec.points[b].weight;
  });
  for (const std::size_t i : order) {
    const auto& point = spec.points[i];
    const Vec at = plane.at(point.x, point.y);
    const bool is_touched = static_cast<int>(i) == touched;
    const float radius = radius_of(ui, drawn_weight(spec, point));
    const Color color = ui.theme.tensor(Role::value);
    // The other weights are told by how thick their lines are.
    const std::string value = is_touched ? with_weight(spec, point) : point.value;
    const auto draw = [&](bool both, Room room) {
      const bool touched = both && is_touched;
      return labels.draw(at, radius, point.name, both ? value : "", color, touched, touched, room);
    };
    // A name alone stands straight at its point, where it does not hide what leads to another one.
    const bool alone = point.value.empty();
    if (alone && (draw(true, Room::clear_side) || draw(true, Room::clear))) continue;
    // Where there is no room for both lines the name alone may fit.
    if (!draw(true, Room::any)) draw(false, Room::any);
  }
}

}  // namespace

MapTouch draw_map(Ui& ui, const MapSpec& spec, Rect area) {
  MapTouch touch;
  const MapPlane plane = plane_of(ui, spec, area);
  if (plane.area().w < ui.theme.px(40) || plane.area().h < ui.theme.px(40)) return touch;
  ui.canvas.fill(plane.area(), ground_of(ui.theme), ui.theme.px(4));
  draw_axes(ui, plane.x, plane.y, plane.area(), "", "");
  if (plane.area().h > ui.theme.px(220)) {  // a low map has room for its points alone
    const Color ink = ui.theme.soft_ink;
    ui.canvas.text_in(x_name_box(ui, spec, plane), spec.x_name, ui.theme.small(), ink);
    ui.canvas.text_in(y_name_box(ui, spec, plane), spec.y_name, ui.theme.small(), ink);
  }

  const Vec query = plane.at(spec.query_x, spec.query_y);
  const Handle on_query = drag_handle(ui, Ui::id(spec.id, 0x90), query, ui.theme.px(12));
  if (on_query.moved) touch.query = plane.place(*on_query.moved);
  int held = -1;
  for (std::size_t i = 0; i < spec.points.size(); ++i) {
    const auto& point = spec.points[i];
    const Handle on = drag_handle(ui, Ui::id(spec.id, 0x100 + 4 * i), plane.at(point.x, point.y),
                                  radius_of(ui, drawn_weight(spec, point)));
    if (on.held) held = static_cast<int>(i);
    if (on.hovered && !on_query.hovered && touch.hovered < 0) touch.hovered = static_cast<int>(i);
    if (on.clicked) touch.clicked = static_cast<int>(i);
    if (on.moved) touch.moved = std::pair{static_cast<int>(i), plane.place(*on.moved)};
  }
  const int touched = held >= 0 ? held : touch.hovered >= 0 ? touch.hovered : spec.touched;
  const Rect room{plane.area().x, plane.area().y,
                  std::max(plane.area().w, area.right() - plane.area().x), plane.area().h};
  ui.canvas.push_clip(room.inset(-ui.theme.px(22)));
  draw_points(ui, spec, plane, touched);
  if (on_query.hovered || on_query.held) draw_drag_hint(ui, query, ui.theme.px(11));
  if (touch.hovered >= 0) {
    const auto& point = spec.points[static_cast<std::size_t>(touch.hovered)];
    draw_drag_hint(ui, plane.at(point.x, point.y), radius_of(ui, drawn_weight(spec, point)));
  }
  draw_labels(ui, spec, plane, room, touched);
  ui.canvas.pop_clip();
  return touch;
}

}  // namespace glassformer
