#pragma once

#include <vector>

#include "app/widgets/cloud_picture.h"
#include "app/widgets/point_cloud.h"

// What draw_point_cloud() is made of.
namespace glassformer {

bool is_hidden(const PointCloud& cloud, std::size_t point);
bool is_quiet(const PointCloud& cloud, std::size_t point);
inline constexpr float kQuietSize = 0.6F;  // of the radius of the others

// All points as a picture of the area, on `ground`, as smooth as circles; a hundred thousand of
// them take a few milliseconds. Points that lie on a card are painted there, with the same pixels.
ImagePtr paint_cloud(const PointCloud& cloud, const CloudPlane& plane, float radius, Color ground,
                     bool grey, Color faint);

// Names beside points, none over another: those of lit points first, then the others in the order
// of naming as long as there is room, then quiet ones where there is much. `radius` is that of the
// points, px; `touched` is always named.
void draw_cloud_names(Ui& ui, const PointCloud& cloud, const CloudPlane& plane, float radius,
                      int touched);

bool inside_loop(const std::vector<Vec>& loop, Vec p);  // the even–odd rule

}  // namespace glassformer
