#pragma once

#include <vector>

#include "app/widgets/point_cloud.h"

// What draw_point_cloud() is made of.
namespace glassformer {

// Places to pixels and back.
struct CloudPlane {
  Rect area;
  double x = 0, y = 0, unit = 1;  // as in CloudCamera
  Vec at(float px, float py) const {
    return {area.center().x + static_cast<float>((static_cast<double>(px) - x) * unit),
            area.center().y - static_cast<float>((static_cast<double>(py) - y) * unit)};
  }
  double place_x(float px) const { return x + static_cast<double>(px - area.center().x) / unit; }
  double place_y(float py) const { return y - static_cast<double>(py - area.center().y) / unit; }
};

bool is_hidden(const PointCloud& cloud, std::size_t point);

// All points as a picture of the area, on `ground`. As smooth as circles, and a hundred thousand of
// them take a few milliseconds.
ImagePtr paint_cloud(const PointCloud& cloud, const CloudPlane& plane, float radius, Color ground,
                     bool grey, Color faint);

// Names beside points, none over another: the lit ones first, then from the first point on, as long
// as there is room. `radius` of the points; `touched` is always named.
void draw_cloud_names(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, float radius,
                      int touched);

bool inside_loop(const std::vector<Vec>& loop, Vec p);  // the even–odd rule

}  // namespace glassformer
