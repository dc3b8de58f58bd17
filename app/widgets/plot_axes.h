#pragma once

#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// One axis of a plot: numbers to pixels and back, and where its ticks are.
struct PlotAxis {
  double min = 0;
  double max = 1;
  bool log = false;
  float from = 0;  // px of `min` and of `max`; for an axis upwards from > to
  float to = 1;
  bool named = false;  // what stands along it has names, drawn elsewhere: no numbers

  float at(double value) const;  // px; may lie outside
  double value(float px) const;  // of a pixel
  std::vector<double> ticks(int wanted) const;
};

// An axis whose range holds all these numbers; widened when they are all equal. An axis of
// `heights` starts at zero if they come near it, and leaves a little room. Numbers that cannot be
// drawn (nan, infinite, not positive on a log axis) are ignored.
PlotAxis axis_over(const std::vector<const std::vector<double>*>& numbers, bool log, bool heights);

// How the number of a tick is written.
std::string tick_text(double value);

// Grid of hairlines with the numbers of the ticks left of and under `plot`, and the names of the
// axes: y over the plot at its left, x under it at its right.
void draw_axes(Ui& ui, const PlotAxis& x, const PlotAxis& y, Rect plot, const std::string& x_name,
               const std::string& y_name);
float tick_width(const Ui& ui, const PlotAxis& axis, float length);  // of the widest number
float x_numbers_below(const Ui& ui);  // how far under the plot: a number of the y axis reaches down

}  // namespace glassformer
