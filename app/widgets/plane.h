#pragma once

#include <optional>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// A plane whose unit is as long on both axes, y upwards: distances and angles on the screen are
// those of the numbers.
class Plane {
 public:
  // The window from `least` to `most`, as large as it can be in the middle of the area.
  Plane(Vec least, Vec most, Rect area);
  // The window that just holds all of them.
  Plane(const std::vector<Vec>& points, Rect area);

  Vec at(Vec p) const { return {origin_.x + p.x * unit_, origin_.y - p.y * unit_}; }
  Vec origin() const { return origin_; }
  const Rect& rect() const { return rect_; }  // of the window
  // Where a pixel lies in it.
  Vec value(Vec px) const;

 private:
  void place(Vec least, Vec most, Rect area);
  Vec origin_;
  Rect rect_;
  float unit_ = 1;
};

// Nothing where both ends are one.
void draw_arrow(Canvas& canvas, Vec from, Vec to, Color color, float thickness, float head);

// What can be dragged on a plane; the distance between the pointer and its middle stays.
struct Handle {
  bool hovered = false;
  bool held = false;
  bool clicked = false;  // and not dragged
  std::optional<Vec> moved;
};
Handle drag_handle(Ui& ui, Ui::Id id, Vec middle, float radius);
// Four small arrows around it.
void draw_drag_hint(Ui& ui, Vec middle, float radius);

}  // namespace glassformer
