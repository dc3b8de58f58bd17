#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

struct Curve {
  std::string name = {};
  Color color = {};
  std::vector<double> x = {};
  std::vector<double> y = {};
  bool dots = false;
};
// Nothing comes below this height: the ground up to there is drawn as out of reach.
struct CurveFloor {
  double y = 0;
  std::string name = {};
};
struct CurveSpec {
  std::string id = {};
  std::string x_name = {};  // with unit: "tokens"
  std::string y_name = {};  // "MiB"
  std::vector<Curve> curves = {};
  bool log_x = false;
  bool log_y = false;
  bool zero_y = false;               // the y axis begins at 0, however little the curves move
  std::optional<double> top_y = {};  // and it goes up to here at least: 100 of per cents
  std::optional<CurveFloor> floor = {};
  std::optional<double> marker_x = {};  // a vertical line where the lesson stands
};
struct CurveTouch {
  std::optional<double> x;  // under the pointer; the values there are drawn beside it
};
// Axes with round ticks, a grid of hairlines, labels at the ends of the curves.
CurveTouch draw_curve(Ui& ui, const CurveSpec& spec, Rect area);
// A place where there is nothing to draw yet, with what will be there.
void draw_empty_place(Ui& ui, std::string_view words, Rect area);
// Round tick positions inside [least, most], at most `wanted` of them.
std::vector<double> ticks(double min, double max, int wanted);

}  // namespace glassformer
