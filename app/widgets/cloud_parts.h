#pragma once

#include <vector>

#include "app/widgets/cloud_picture.h"
#include "app/widgets/point_cloud.h"

// What draw_point_cloud() is made of.
namespace glassformer {

bool is_hidden(const PointCloud& cloud, std::size_t point);

// All points as a picture of the area, on `ground`, as smooth as circles; a hundred thousand of
// them take a few milliseconds. Points that lie on a card are painted there, with the same pixels.
ImagePtr paint_cloud(const PointCloud& cloud, const CloudPlane& plane, float radius, Color ground,
                     bool grey, Color faint);

// Names beside points, none over another: those of lit points first, then in the order of the
// points, as long as there is room. `radius` is that of the points, px; `touched` is always named.
void draw_cloud_names(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, float radius,
                      int touched);

bool inside_loop(const std::vector<Vec>& loop, Vec p);  // the even–odd rule

}  // namespace glassformer
