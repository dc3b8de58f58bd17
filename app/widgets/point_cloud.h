#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/widgets/ui.h"
#include "core/tensor/device_mat.h"

namespace glassformer {

// Very many points on a plane with names: a map of words. The same unit on both axes.
struct PointCloud {
  std::string id;
  std::uint64_t stamp = 0;      // another one whenever the spans or the colours have changed
  std::span<const float> x, y;  // [n]
  // The same points on a graphics card, [n, 2], perhaps later ones: what is painted, while names
  // and the pointer go by x and y. Null: there are none.
  DeviceMatPtr on_card;
  std::uint64_t card_stamp = 0;          // another one for other points there
  std::span<const std::uint8_t> shade;   // [n]: which colour; empty: the first
  std::span<const std::uint8_t> hidden;  // [n]: 1 is neither drawn nor touched; empty: none
  std::vector<Color> colors;
  int quiet = -1;  // points of this shade are small, behind the others and named last; -1: none
  std::span<const int> naming;  // points in the order in which they are named; empty: in their own
  std::function<std::string_view(int)> name;
  struct Lit {
    int point = 0;
    Color color;
  };
  std::vector<Lit> lit;       // drawn large and named; while there are any, the rest is grey …
  bool keeps_colors = false;  // … or keeps its colours
  bool none_lit = false;      // what is to be lit is not there: all are grey
  bool greyed() const { return none_lit || (!lit.empty() && !keeps_colors); }
  std::vector<std::pair<int, int>> links;  // lines between two points …
  std::vector<Color> link_colors;          // … in these colours; empty: in the accent
  // Where a point was before, from long ago to now: a line that grows thicker, with a dot for each
  // moment.
  std::vector<std::pair<float, float>> path;
  float fills = 0.88F;         // of the area, by the points that are fitted into it
  bool fits_lit = false;       // until it is moved the plane shows what is lit
  int touched = -1;            // a point that is hovered elsewhere
  std::string x_name, y_name;  // axes with numbers are drawn if they have names
  bool lasso = false;          // dragging draws a loop instead of moving the plane
  bool turns = false;          // dragging is the caller's: it rotates a 3D space
};

// The part of the plane that is shown, and what was computed for it. Kept by the caller.
struct CloudCamera {
  double x = 0, y = 0;  // the point of the plane in the middle of the area
  double unit = 0;      // px per unit of the plane
  bool free = false;    // moved by the user; otherwise nearly all points are in view
  std::vector<Vec> loop;
  double fit_x = 0, fit_y = 0, fit_width = 0, fit_height = 0;  // where nearly all points lie
  std::uint64_t fit_of = ~std::uint64_t{0};
  ImagePtr image;
  std::uint64_t image_of = 0;
};

struct CloudTouch {
  int hovered = -1;
  int clicked = -1;
  bool clicked_nothing = false;
  Vec drag;                  // while `turns`
  std::vector<int> lassoed;  // a loop was closed around these
};

CloudTouch draw_point_cloud(Ui& ui, const PointCloud& cloud, CloudCamera& camera, Rect area);

}  // namespace glassformer
