#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// Points on a plane with a query point that can be dragged: the weather stations.
struct MapSpec {
  std::string id;
  double min_x = 0, max_x = 1, min_y = 0, max_y = 1;  // the plane's window
  std::string x_name, y_name;
  struct Point {
    double x = 0, y = 0;
    std::string name;
    std::string value;  // a second line: "18 °C"
    double weight = 0;  // 0 … 1: size of the disc and thickness of the line to the query
  };
  std::vector<Point> points;
  // What was made of the points: a small square with a name.
  struct Mark {
    double x = 0, y = 0;
    std::string name;
    Color color;
  };
  std::vector<Mark> marks;
  bool weighed = true;  // the weights are drawn: by themselves the lines and discs are all alike
  double query_x = 0, query_y = 0;
  std::string query_name;
  std::string query_value;
  int touched = -1;
};
struct MapTouch {
  int hovered = -1;
  int clicked = -1;
  std::optional<std::pair<double, double>> query;                  // dragged to
  std::optional<std::pair<int, std::pair<double, double>>> moved;  // a station dragged
};
MapTouch draw_map(Ui& ui, const MapSpec& spec, Rect area);

}  // namespace glassformer
