#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// Curves one below the other, a lane for each, with one axis for all: who is higher, and who gets
// there first, is seen without a legend. A wide area names them at the left, a narrow one above
// each lane; at the right stands the last number.
struct Lane {
  std::string name;
  Color color;
  std::vector<double> x, y;  // y from 0 on
};
struct Lanes {
  std::string title;   // what the heights are
  std::string x_name;  // with unit: "steps"
  double min_x = 0, max_x = 1;
  std::optional<double> now;  // written on the axis, however few ticks there is room for
  double full = 1;            // as high as a lane
  bool percent = false;       // the numbers are shares, and written so
  std::vector<Lane> lanes;
};
void draw_lanes(Ui& ui, const Lanes& spec, Rect area);

}  // namespace glassformer
