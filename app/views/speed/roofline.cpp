#include "app/views/speed/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/views/speed/speed_text.h"
#include "app/widgets/plot_axes.h"
#include "app/widgets/spread.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr double kLeast = 0.1, kMost = 10'000;  // operations for each byte

struct Line {
  const char* name;
  Roof roof;
  float thickness;
  Color color;
};

double intensity(int size) {
  return product_operations(size) / min_bytes(size);
}

// Rounded ends of the range of GFLOP/s that is drawn.
PlotAxis height_axis(const RooflineSpec& spec) {
  double least = 1, most = 10;
  const auto include = [&](double gflops) {
    if (!(gflops > 0)) return;
    least = std::min(least, gflops / 2);
    most = std::max(most, gflops * 2);
  };
  const auto all_of = [&](const ProductSnapshot& snapshot) {
    for (const ProductTimes& way : snapshot.ways) include(way.flops / 1e9);
  };
  all_of(*spec.now);
  for (const auto& other : spec.others) all_of(*other);
  for (const Roof& roof : {spec.now->roofs.core, spec.now->roofs.all, spec.now->roofs.card}) {
    include(roof.flops / 1e9);
  }
  return {least, most, true, 0, 1};
}

// The roofs that are measured; the card's in the colour of its way.
std::vector<Line> lines_of(const Theme& theme, const ProductSnapshot& now) {
  const Roofs& roofs = now.roofs;
  std::vector<Line> lines;
  const auto add = [&](const char* name, const Roof& roof, float thickness, Color color) {
    if (roof.flops > 0) lines.push_back({name, roof, thickness, color});
  };
  if (roofs.cores > 1) add("all cores", roofs.all, 2, theme.soft_ink);
  add("one core", roofs.core, 1, theme.soft_ink);
  for (std::size_t i = 0; i < now.ways.size(); ++i) {
    const bool is_there = now.ways[i].on == ProductWay::On::device && now.ways[i].absent.empty();
    if (is_there) add("card", roofs.card, 2, series_color(theme, i));
  }
  return lines;
}

void draw_roof(Ui& ui, const Line& line, const PlotAxis& x, const PlotAxis& y, Rect plot) {
  const Roof& roof = line.roof;
  if (!(roof.flops > 0)) return;
  const float thickness = ui.theme.px(line.thickness);
  const float level = y.at(roof.flops / 1e9);
  float begin = plot.x;
  if (roof.bytes > 0) {
    const double low = std::max(kLeast, y.min * 1e9 / roof.bytes);  // where it enters the plot
    begin = x.at(roof.flops / roof.bytes);
    ui.canvas.line({x.at(low), y.at(low * roof.bytes / 1e9)}, {begin, level}, line.color,
                   thickness);
  }
  ui.canvas.line({begin, level}, {plot.right(), level}, line.color, thickness);
}

// What lies under a roof can be reached.
void draw_reach(Ui& ui, const Roof& roof, const PlotAxis& x, const PlotAxis& y, Rect plot) {
  if (!(roof.flops > 0)) return;
  const float level = y.at(roof.flops / 1e9);
  std::vector<Vec> corners{{plot.right(), level}, {plot.right(), plot.bottom()}};
  if (roof.bytes > 0) {
    const double low = std::max(kLeast, y.min * 1e9 / roof.bytes);
    if (x.at(low) > plot.x + 1) {
      corners.push_back({x.at(low), plot.bottom()});
    } else {
      corners.push_back({plot.x, plot.bottom()});
      corners.push_back({plot.x, y.at(kLeast * roof.bytes / 1e9)});
    }
    corners.push_back({x.at(roof.flops / roof.bytes), level});
  } else {
    corners.push_back({plot.x, plot.bottom()});
    corners.push_back({plot.x, level});
  }
  ui.canvas.polygon(std::move(corners), ui.theme.accent.alpha(0.07F));
}

// Where a way would stand if the caches brought nothing that was asked for before: a ring over its
// place on the axis, and how far it is from there to where the way stands, at `to`.
void draw_asked(Ui& ui, Vec ring, float to, double intensity, Color color, Rect plot) {
  const Theme& theme = ui.theme;
  const float r = theme.px(9), dash = theme.px(5);
  const float thick = theme.px(26);
  ui.canvas.fill({ring.x, ring.y - thick, to - ring.x, 2 * thick}, color.alpha(0.22F));
  for (float y = ring.y + r; y < plot.bottom(); y += 2 * dash)
    ui.canvas.line({ring.x, y}, {ring.x, std::min(y + dash, plot.bottom())}, color, theme.px(1.5F));
  ui.canvas.circle(ring, r, theme.page);
  ui.canvas.ring(ring, r, color, theme.px(3));
  const std::string number = format_digits(intensity, 3);
  const float line = ui.canvas.line_height(theme.number());
  ui.canvas.text({ring.x + theme.px(8), std::min(ring.y + r + theme.px(4), plot.bottom() - line)},
                 number, theme.number(), theme.ink);
}

std::string roof_told(const Line& line) {
  std::string words = fmt::format("{}: {}{}", line.name, line.roof.reached ? "at least " : "",
                                  rate_text(line.roof.flops, "FLOP/s"));
  if (line.roof.bytes > 0) words += ", " + rate_text(line.roof.bytes, "B/s");
  return words;
}

// What the roofs are, over the plot: on the line that names its axis if there is room beside it, or
// on lines of their own, as many as fit on each, which are taken from the area.
void name_roofs(Ui& ui, const std::vector<Line>& roofs, Rect& area) {
  const Theme& theme = ui.theme;
  const float line = ui.canvas.line_height(theme.small()), sample = theme.px(24);
  const float gap = theme.px(14);
  std::vector<std::pair<std::string, float>> names;
  float all = 0;
  for (const Line& one : roofs) {
    const std::string words = roof_told(one);
    const float w = sample + ui.canvas.width(words, theme.small()) + theme.px(4);
    names.emplace_back(words, w);
    all += w + gap;
  }
  const float axis = theme.px(105);  // its numbers and its name
  const bool beside = axis + all <= area.w;
  Rect row = beside ? area : area.take_top(line);
  row.h = line;
  if (beside) row.take_left(axis);
  for (std::size_t i = 0; i < roofs.size(); ++i) {
    const auto& [words, w] = names[i];
    if (!beside && row.w < w) row = area.take_top(line);
    const Rect dash = row.take_left(sample);
    const float middle = dash.center().y;
    ui.canvas.line({dash.x, middle}, {dash.right() - theme.px(8), middle}, roofs[i].color,
                   theme.px(roofs[i].thickness));
    ui.canvas.text_in(row.take_left(std::min(row.w, w - sample)), words, theme.small(),
                      theme.soft_ink);
    row.take_left(gap);
  }
  if (!beside) area.take_top(theme.px(4));
}

}  // namespace

std::string times_told(const ProductTimes& way, int size) {
  std::string words = fmt::format(
      "{}, the fastest of {}; median {}, slowest {}", duration_text(way.timing.fastest),
      way.timing.runs, duration_text(way.timing.median), duration_text(way.timing.slowest));
  if (!way.where.empty()) words += "; on " + way.where;
  if (way.rows < size) {
    words += fmt::format("; from {} of {} rows", way.rows, size);
  }
  if (way.copying > 0) {
    words += fmt::format("; {} more to copy there and back", duration_text(way.copying));
  }
  return words;
}

std::optional<std::size_t> draw_roofline(Ui& ui, const RooflineSpec& spec, Rect area) {
  const Theme& theme = ui.theme;
  const ProductSnapshot& now = *spec.now;
  const float line = ui.canvas.line_height(theme.small());
  const auto all = lines_of(theme, now);
  name_roofs(ui, all, area);
  PlotAxis x{kLeast, kMost, true, 0, 1}, y = height_axis(spec);
  Rect plot = area;
  plot.take_top(line + theme.px(8));
  plot.take_bottom(2 * line + x_numbers_below(ui));
  plot.take_right(theme.px(6));
  plot.take_left(tick_width(ui, y, plot.h) + theme.px(8));
  x.from = plot.x, x.to = plot.right();
  y.from = plot.bottom(), y.to = plot.y;
  draw_axes(ui, x, y, plot, "operations for each byte, FLOP / B", "GFLOP/s");
  ui.canvas.push_clip(plot.inset(-theme.px(8)));
  if (!all.empty()) draw_reach(ui, all.front().roof, x, y, plot);
  for (const Line& roof : all) draw_roof(ui, roof, x, y, plot);
  for (const auto& other : spec.others) {
    for (std::size_t i = 0; i < other->ways.size(); ++i) {
      if (!(other->ways[i].flops > 0)) continue;
      ui.canvas.circle({x.at(intensity(other->size)), y.at(other->ways[i].flops / 1e9)},
                       theme.px(3), series_color(theme, i).alpha(0.5F));
    }
  }
  std::optional<std::size_t> clicked;
  std::vector<std::size_t> shown;
  std::vector<float> wanted;
  const float at = x.at(intensity(now.size));
  // The chosen one lies over the others.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < now.ways.size(); ++i) {
    if (i != spec.chosen) order.push_back(i);
  }
  if (spec.chosen < now.ways.size()) order.push_back(spec.chosen);
  for (const std::size_t i : order) {
    const ProductTimes& way = now.ways[i];
    if (!(way.flops > 0)) continue;
    const Color color = series_color(theme, i);
    const Vec place{at, y.at(way.flops / 1e9)};
    const float r = theme.px(8);
    if (i == spec.chosen && i < spec.asked.size() && spec.asked[i])
      draw_asked(ui, {x.at(*spec.asked[i]), place.y}, place.x, *spec.asked[i], color, plot);
    ui.canvas.circle(place, r, color);
    if (i == spec.chosen) ui.canvas.ring(place, r + theme.px(3), theme.lit, theme.px(1.5F));
    const Touch touch = ui.touch(Ui::id("roofline", i), {place.x - r, place.y - r, 2 * r, 2 * r});
    if (touch.hovered) {
      ui.tip(fmt::format("{}: {} at {} operations for each byte; {}", way.name,
                         rate_text(way.flops, "FLOP/s"), format_digits(intensity(now.size), 3),
                         times_told(way, now.size)));
    }
    if (touch.clicked) clicked = i;
    shown.push_back(i);
    wanted.push_back(place.y);
  }
  const auto places = spread_labels(wanted, line, plot.y, plot.bottom());
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const std::string& name = now.ways[shown[k]].name;
    const float w = ui.canvas.width(name, theme.small()) + theme.px(2);
    const float left = at + theme.px(15);
    const bool right = left + w <= plot.right();
    const Rect box{right ? left : at - theme.px(15) - w, places[k] - line / 2, w, line};
    ui.canvas.fill(box, mix(theme.page, theme.accent, 0.07F));  // a roof may pass behind
    ui.canvas.text_in(box, name, theme.small(), series_color(theme, shown[k]));
  }
  ui.canvas.pop_clip();
  return clicked;
}

}  // namespace glassformer
