#include "app/widgets/plot_axes.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/widgets/curve.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kPerTickX = 90, kPerTickY = 48;  // px at scale 1

int ticks_on(const Ui& ui, float length, float each) {
  return std::max(2, static_cast<int>(length / ui.theme.px(each)));
}

// Powers of ten; with 2 and 5 between where there is room, and fewer powers where there is not, but
// two if there are as many.
std::vector<double> log_ticks(double min, double max, int wanted) {
  const int low = static_cast<int>(std::floor(std::log10(min) + 1e-9));
  const int high = static_cast<int>(std::ceil(std::log10(max) - 1e-9));
  const auto among = [&](int every, std::initializer_list<double> digits) {
    std::vector<double> found;
    for (int power = low; power <= high; ++power) {
      if (power % every != 0) continue;
      for (const double digit : digits) {
        const double tick = digit * std::pow(10.0, power);
        if (tick >= min * (1 - 1e-9) && tick <= max * (1 + 1e-9)) found.push_back(tick);
      }
    }
    return found;
  };
  std::vector<double> found = among(1, {1, 2, 5});
  if (static_cast<int>(found.size()) <= wanted + 1) return found;
  int every = std::max(1, (high - low) / std::max(1, wanted));
  do found = among(every, {1});
  while (found.size() < 2 && --every > 0);
  return found;
}

// All large numbers of an axis are written alike: 1000 is 10³ where a million is 10⁶.
std::string text_on(const PlotAxis& axis, double tick) {
  if (axis.max < 1e6 || tick < (axis.log ? 1e3 : 1e5)) return tick_text(tick);
  return axis.log ? format_power(tick, 1) : format_digits(tick, 3);
}

}  // namespace

std::vector<double> ticks(double min, double max, int wanted) {
  if (!(max > min) || wanted < 1 || !std::isfinite(max - min)) return {};
  double step = std::pow(10.0, std::floor(std::log10((max - min) / wanted)));
  const auto fitting = [&](double by) {
    return std::floor(max / by + 1e-9) - std::ceil(min / by - 1e-9) + 1;
  };
  // 1, 2, 5, 10 … times a power of ten, the finest that gives no more than was wanted.
  for (int i = 0; fitting(step) > wanted && i < 12; ++i) step *= i % 3 == 1 ? 2.5 : 2;
  std::vector<double> result;
  const double first = std::ceil(min / step - 1e-9), last = std::floor(max / step + 1e-9);
  for (double i = first; i <= last && result.size() < 1000; ++i) {
    const double tick = i * step;
    result.push_back(std::abs(tick) < step * 1e-9 ? 0 : tick);
  }
  return result;
}

float PlotAxis::at(double value) const {
  const double part = log ? (std::log(value) - std::log(min)) / (std::log(max) - std::log(min))
                          : (value - min) / (max - min);
  return from + (to - from) * static_cast<float>(part);
}

double PlotAxis::value(float px) const {
  const double part = static_cast<double>((px - from) / (to - from));
  return log ? std::exp(std::log(min) + (std::log(max) - std::log(min)) * part)
             : min + (max - min) * part;
}

std::vector<double> PlotAxis::ticks(int wanted) const {
  if (log) {
    auto found = log_ticks(min, max, wanted);
    if (found.size() >= 2) return found;
  }
  // One number alone does not say how large anything is.
  std::vector<double> found;
  for (int more = wanted; found.size() < 2 && more <= wanted + 3; ++more) {
    found = glassformer::ticks(min, max, more);
  }
  return found;
}

PlotAxis axis_over(const std::vector<const std::vector<double>*>& numbers, bool log, bool heights) {
  PlotAxis axis;
  axis.log = log;
  bool any = false;
  for (const auto* list : numbers) {
    for (const double value : *list) {
      if (!std::isfinite(value) || (log && value <= 0)) continue;
      axis.min = any ? std::min(axis.min, value) : value;
      axis.max = any ? std::max(axis.max, value) : value;
      any = true;
    }
  }
  if (!any) return {log ? 1.0 : 0.0, log ? 10.0 : 1.0, log, 0, 1};
  if (log) {
    if (axis.max <= axis.min * 1.0001) axis.min /= 2, axis.max *= 2;
    return axis;
  }
  if (heights && axis.min > 0 && axis.min < 0.5 * axis.max) axis.min = 0;
  if (heights && axis.max < 0 && axis.max > 0.5 * axis.min) axis.max = 0;
  const double size = std::max(std::abs(axis.min), std::abs(axis.max));
  if (axis.max - axis.min <= 1e-9 * size || axis.max == axis.min) {
    const double around = size > 0 ? 0.1 * size : 1;
    axis.min -= around;
    axis.max += around;
  } else if (heights) {
    // A curve does not run along the frame.
    const double around = 0.04 * (axis.max - axis.min);
    if (axis.min != 0) axis.min -= around;
    if (axis.max != 0) axis.max += around;
  }
  return axis;
}

std::string tick_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return format_digits(value, 3);
  return format_digits(value, size >= 1e5 ? 6 : 5);
}

float x_numbers_below(const Ui& ui) {
  return 0.55F * ui.canvas.line_height(ui.theme.number());
}

float tick_width(const Ui& ui, const PlotAxis& axis, float length) {
  float widest = 0;
  for (const double tick : axis.ticks(ticks_on(ui, length, kPerTickY))) {
    widest = std::max(widest, ui.canvas.width(text_on(axis, tick), ui.theme.number()));
  }
  return widest;
}

void draw_axes(Ui& ui, const PlotAxis& x, const PlotAxis& y, Rect plot, const std::string& x_name,
               const std::string& y_name) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  const Type type = theme.number();
  const float hair = theme.px(1), line = canvas.line_height(type), gap = theme.px(6);
  for (const double tick : y.ticks(ticks_on(ui, plot.h, kPerTickY))) {
    const float at = y.at(tick);
    canvas.fill({plot.x, at - hair / 2, plot.w, hair},
                tick == 0 ? theme.faint_ink.alpha(0.7F) : theme.rule);
    const std::string text = text_on(y, tick);
    canvas.text({plot.x - gap - canvas.width(text, type), at - line / 2}, text, type,
                theme.faint_ink);
  }
  // Numbers under the plot may be wider than their distance: then some are left out.
  float free = -1e9F;
  const std::vector<double> x_ticks =
      x.named ? std::vector<double>() : x.ticks(ticks_on(ui, plot.w, kPerTickX));
  for (const double tick : x_ticks) {
    const float at = x.at(tick);
    canvas.fill({at - hair / 2, plot.y, hair, plot.h},
                tick == 0 ? theme.faint_ink.alpha(0.7F) : theme.rule);
    const std::string text = text_on(x, tick);
    const float w = canvas.width(text, type);
    if (at - w / 2 < free) continue;
    canvas.text({at - w / 2, plot.bottom() + x_numbers_below(ui)}, text, type, theme.faint_ink);
    free = at + w / 2 + gap;
  }
  const float name_line = canvas.line_height(theme.small());
  canvas.text_in({plot.x, plot.y - name_line - gap, plot.w, name_line}, y_name, theme.small(),
                 theme.soft_ink);
  // A name wider than the plot begins left of it, below the numbers of the other axis.
  const float wide = std::max(plot.w, canvas.width(x_name, theme.small()) + hair);
  canvas.text_in({plot.right() - wide, plot.bottom() + x_numbers_below(ui) + line, wide, name_line},
                 x_name, theme.small(), theme.soft_ink, Align::right);
}

}  // namespace glassformer
