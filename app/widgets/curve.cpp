#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/widgets/plot_axes.h"
#include "app/widgets/spread.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

bool drawable(double value, bool log) {
  return std::isfinite(value) && (!log || value > 0);
}

std::size_t points_of(const Curve& curve) {
  return std::min(curve.x.size(), curve.y.size());
}

struct Plot {
  Rect area;  // of the curves
  PlotAxis x, y;
  float labels = 0;           // width of a column of the names at the ends
  std::size_t columns = 1;    // in which they stand
  std::size_t in_column = 1;  // that have room above one another
  bool shows(const Curve& curve, std::size_t i) const {
    return drawable(curve.x[i], x.log) && drawable(curve.y[i], y.log);
  }
  Vec at(const Curve& curve, std::size_t i) const { return {x.at(curve.x[i]), y.at(curve.y[i])}; }
};

// A curve without a name among others lies behind them: no label, no readings.
bool is_background(const CurveSpec& spec, const Curve& curve) {
  return curve.name.empty() && spec.curves.size() > 1;
}

constexpr float kBetweenColumns = 8;  // of names, px at scale 1

// A line of small letters has some air of its own, which names above one another may share.
float least_apart(const Ui& ui) {
  return 0.82F * ui.canvas.line_height(ui.theme.small());
}

std::string more_names(std::size_t count) {
  return fmt::format("{} more", count);
}

// Names that have no room above one another stand in two columns, if these leave the curves room.
void lay_out_names(const Ui& ui, const CurveSpec& spec, float w, float h, Plot& plot) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(
      spec.curves, [&](const Curve& curve) { return !is_background(spec, curve); }));
  const float full = h + ui.canvas.line_height(ui.theme.small());
  plot.in_column = static_cast<std::size_t>(std::max(1.0F, full / least_apart(ui)));
  const float two = 2 * plot.labels + ui.theme.px(kBetweenColumns);
  if (count > plot.in_column && two < w * 0.4F) plot.columns = 2;
  if (count > plot.columns * plot.in_column) {
    plot.labels = std::max(plot.labels, ui.canvas.width(more_names(count), ui.theme.small()));
  }
  plot.labels = std::min(plot.labels, w * 0.34F);
}

Plot plot_of(const Ui& ui, const CurveSpec& spec, Rect area) {
  std::vector<const std::vector<double>*> xs, ys;
  std::vector<double> marker;
  Plot plot;
  for (const Curve& curve : spec.curves) {
    xs.push_back(&curve.x);
    ys.push_back(&curve.y);
    plot.labels = std::max(plot.labels, ui.canvas.width(curve.name, ui.theme.small()));
  }
  if (spec.marker_x) marker.push_back(*spec.marker_x);
  xs.push_back(&marker);
  std::vector<double> shown(spec.zero_y ? 1 : 0, 0.0);
  if (spec.top_y) shown.push_back(*spec.top_y);
  ys.push_back(&shown);
  plot.x = axis_over(xs, spec.log_x, false);
  plot.y = axis_over(ys, spec.log_y, true);
  const float line = ui.canvas.line_height(ui.theme.small()), gap = ui.theme.px(6);
  Rect inner = area;
  inner.take_top(line + 2 * gap);
  inner.take_bottom(2 * line + x_numbers_below(ui));
  lay_out_names(ui, spec, area.w, inner.h, plot);
  const auto columns = static_cast<float>(plot.columns);
  inner.take_right(columns * plot.labels + (columns - 1) * ui.theme.px(kBetweenColumns) +
                   (plot.labels > 0 ? ui.theme.px(14) : gap));
  inner.take_left(tick_width(ui, plot.y, inner.h) + gap);
  plot.area = inner;
  plot.x.from = inner.x;
  plot.x.to = inner.right();
  plot.y.from = inner.bottom();
  plot.y.to = inner.y;
  return plot;
}

// Of thousands of points, those that make the outline: first, least, most and last of each pixel.
std::vector<Vec> thinned(const std::vector<Vec>& points) {
  std::vector<Vec> kept;
  for (std::size_t i = 0; i < points.size();) {
    const float column = std::floor(points[i].x);
    std::size_t min = i, max = i, last = i;
    for (; last + 1 < points.size() && std::floor(points[last + 1].x) == column; ++last) {
      if (points[last + 1].y < points[min].y) min = last + 1;
      if (points[last + 1].y > points[max].y) max = last + 1;
    }
    std::size_t order[] = {i, std::min(min, max), std::max(min, max), last};
    for (const std::size_t k : order) {
      if (kept.empty() || !(kept.back() == points[k])) kept.push_back(points[k]);
    }
    i = last + 1;
  }
  return kept;
}

void draw_line(Ui& ui, const Plot& plot, const Curve& curve) {
  std::vector<Vec> run;
  const auto finish = [&] {
    if (run.size() == 1) ui.canvas.circle(run.front(), ui.theme.px(3), curve.color);
    if (run.size() > 1) ui.canvas.polyline(thinned(run), curve.color, ui.theme.px(2));
    run.clear();
  };
  for (std::size_t i = 0; i < points_of(curve); ++i) {
    if (plot.shows(curve, i)) {
      run.push_back(plot.at(curve, i));
    } else {
      finish();  // a gap in the numbers is a gap in the line
    }
  }
  finish();
  if (!curve.dots) return;
  for (std::size_t i = 0; i < points_of(curve); ++i) {
    if (!plot.shows(curve, i)) continue;
    ui.canvas.circle(plot.at(curve, i), ui.theme.px(4), curve.color);
    ui.canvas.circle(plot.at(curve, i), ui.theme.px(2), ui.theme.page);
  }
}

struct EndName {
  std::string_view text;
  Color color;
  float y = 0;  // where its curve ends
};

// One above the other in a column whose left end is at x; what had to move is led to its curve's
// end, if that is beside it.
void draw_name_column(Ui& ui, const std::vector<EndName>& names, const Plot& plot, float x) {
  const Type type = ui.theme.small();
  const float line = ui.canvas.line_height(type), full = plot.area.h + line;
  std::vector<float> wanted;
  for (const EndName& name : names) wanted.push_back(name.y);
  const float apart = std::clamp(full / static_cast<float>(std::max<std::size_t>(1, names.size())),
                                 least_apart(ui), line);
  const auto places =
      spread_labels(wanted, apart, plot.area.y - line / 2, plot.area.bottom() + line / 2);
  for (std::size_t i = 0; i < places.size(); ++i) {
    ui.canvas.text_in({x, places[i] - line / 2, plot.labels + ui.theme.px(2), line}, names[i].text,
                      type, names[i].color);
    const float from = plot.area.right() + ui.theme.px(2), to = x - ui.theme.px(2);
    if (std::abs(places[i] - names[i].y) < 0.3F * line || to - from > ui.theme.px(10)) continue;
    ui.canvas.line({from, names[i].y}, {to, places[i]}, names[i].color.alpha(0.7F), ui.theme.px(1));
  }
}

void draw_end_labels(Ui& ui, const CurveSpec& spec, const Plot& plot) {
  std::vector<EndName> names;
  for (const Curve& curve : spec.curves) {
    if (is_background(spec, curve)) continue;
    for (std::size_t i = points_of(curve); i-- > 0;) {
      if (!plot.shows(curve, i)) continue;
      const float y = std::clamp(plot.y.at(curve.y[i]), plot.area.y, plot.area.bottom());
      names.push_back({curve.name, curve.color, y});
      break;
    }
  }
  // Of more than have room the first are written, and how many there are besides.
  const std::size_t room = plot.columns * plot.in_column;
  std::string more;
  if (names.size() > room) {
    more = more_names(names.size() - (room - 1));
    names.resize(room - 1);
    names.push_back({more, ui.theme.faint_ink, plot.area.bottom()});
  }
  std::ranges::stable_sort(names, {}, &EndName::y);
  float x = plot.area.right() + ui.theme.px(10);
  for (std::size_t column = 0; column < plot.columns; ++column) {
    std::vector<EndName> here;
    for (std::size_t i = column; i < names.size(); i += plot.columns) here.push_back(names[i]);
    draw_name_column(ui, here, plot, x);
    x += plot.labels + ui.theme.px(kBetweenColumns);
  }
}

void draw_floor(Ui& ui, const CurveSpec& spec, const Plot& plot) {
  if (!spec.floor || !drawable(spec.floor->y, plot.y.log)) return;
  const float top = std::clamp(plot.y.at(spec.floor->y), plot.area.y, plot.area.bottom());
  const Rect ground{plot.area.x, top, plot.area.w, plot.area.bottom() - top};
  ui.canvas.fill(ground, ui.theme.accent.alpha(0.2F));
  ui.canvas.line({ground.x, top}, {ground.right(), top}, ui.theme.accent, ui.theme.px(2));
  text_fitted(ui, ground.inset(ui.theme.px(8), 0), spec.floor->name, ui.theme.small(), ui.theme.ink,
              Align::right);
}

void draw_marker(Ui& ui, const CurveSpec& spec, const Plot& plot) {
  if (!spec.marker_x || !drawable(*spec.marker_x, spec.log_x)) return;
  const float x = plot.x.at(*spec.marker_x), dash = ui.theme.px(5);
  for (float y = plot.area.y; y < plot.area.bottom(); y += 2 * dash) {
    ui.canvas.line({x, y}, {x, std::min(y + dash, plot.area.bottom())}, ui.theme.accent,
                   ui.theme.px(1.5F));
  }
  const std::string text = tick_text(*spec.marker_x);
  const float w = ui.canvas.width(text, ui.theme.number());
  const float line = ui.canvas.line_height(ui.theme.number());
  // Over the plot, unless the name of the y axis is in the way: then in it, beside its line.
  const float name = ui.canvas.width(spec.y_name, ui.theme.small());
  const float min = plot.area.x + name + (name > 0 ? ui.theme.px(10) : 0);
  const float max = plot.area.right() - w;
  Rect box{std::min(x - w / 2, max), plot.area.y - line, w, line};
  if (box.x < min) {
    box = {std::min(x + ui.theme.px(7), max), plot.area.y, w, line};
    const auto lies_in = [&](const Curve& curve) {
      for (std::size_t i = 0; i < points_of(curve); ++i) {
        if (plot.shows(curve, i) && box.inset(-ui.theme.px(4)).contains(plot.at(curve, i))) {
          return true;
        }
      }
      return false;
    };
    if (std::ranges::any_of(spec.curves, lies_in))
      box.y = plot.area.bottom() - line - ui.theme.px(3);
  }
  ui.canvas.fill(box.inset(-ui.theme.px(3), 0), ui.theme.page);
  ui.canvas.text(box.origin(), text, ui.theme.number(), ui.theme.accent);
}

// The value of each curve at its point nearest to the pointer.
void draw_crosshair(Ui& ui, const CurveSpec& spec, const Plot& plot, float x) {
  const Theme& theme = ui.theme;
  struct Reading {
    Vec at;
    std::string text;
    Color color;
  };
  std::vector<Reading> readings;
  std::vector<float> wanted;
  float line_x = x;
  double value_x = plot.x.value(x);
  float nearest = 1e9F;
  for (const Curve& curve : spec.curves) {
    if (is_background(spec, curve)) continue;
    std::size_t best = points_of(curve);
    for (std::size_t i = 0; i < points_of(curve); ++i) {
      if (!plot.shows(curve, i)) continue;
      if (best == points_of(curve) ||
          std::abs(plot.x.at(curve.x[i]) - x) < std::abs(plot.x.at(curve.x[best]) - x)) {
        best = i;
      }
    }
    if (best == points_of(curve)) continue;
    const Vec at = plot.at(curve, best);
    readings.push_back({at, format_exact(curve.y[best]), curve.color});
    wanted.push_back(at.y);
    if (std::abs(at.x - x) < nearest) {
      nearest = std::abs(at.x - x);
      line_x = at.x;
      value_x = curve.x[best];
    }
  }
  ui.canvas.line({line_x, plot.area.y}, {line_x, plot.area.bottom()}, theme.soft_ink, theme.px(1));
  const float line = ui.canvas.line_height(theme.number()), pad = theme.px(5);
  const auto places = spread_labels(wanted, line + theme.px(4), plot.area.y, plot.area.bottom());
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const Reading& r = readings[i];
    ui.canvas.circle(r.at, theme.px(5), theme.page);
    ui.canvas.circle(r.at, theme.px(3.5F), r.color);
    const float w = ui.canvas.width(r.text, theme.number());
    const bool left = r.at.x + w + theme.px(24) > plot.area.right();
    const Rect box{left ? r.at.x - w - theme.px(12) - pad : r.at.x + theme.px(12) - pad,
                   places[i] - line / 2, w + 2 * pad, line};
    ui.canvas.fill(box, theme.page.alpha(0.9F), theme.px(4));
    ui.canvas.text({box.x + pad, box.y}, r.text, theme.number(), r.color);
  }
  const std::string text = tick_text(value_x);
  const float w = ui.canvas.width(text, theme.number());
  const Rect box{line_x - w / 2 - pad, plot.area.bottom() + x_numbers_below(ui), w + 2 * pad, line};
  ui.canvas.fill(box, theme.ink, theme.px(4));
  ui.canvas.text({box.x + pad, box.y}, text, theme.number(), theme.page);
}

}  // namespace

CurveTouch draw_curve(Ui& ui, const CurveSpec& spec, Rect area) {
  CurveTouch touch;
  const Plot plot = plot_of(ui, spec, area);
  if (plot.area.w < ui.theme.px(20) || plot.area.h < ui.theme.px(20)) return touch;
  draw_axes(ui, plot.x, plot.y, plot.area, spec.x_name, spec.y_name);
  draw_floor(ui, spec, plot);
  draw_marker(ui, spec, plot);
  for (const Curve& curve : spec.curves) draw_line(ui, plot, curve);
  draw_end_labels(ui, spec, plot);
  if (ui.touch(Ui::id(spec.id, 0xc0), plot.area).hovered) {
    touch.x = plot.x.value(ui.input.mouse.x);
    draw_crosshair(ui, spec, plot, ui.input.mouse.x);
  }
  return touch;
}

void draw_empty_place(Ui& ui, std::string_view words, Rect area) {
  ui.canvas.fill(area, ui.theme.panel, ui.theme.px(8));
  text_fitted(ui, area.inset(ui.theme.px(12), 0), words, ui.theme.body(), ui.theme.faint_ink,
              Align::center);
}

}  // namespace glassformer
