#include "app/platform/picture_part.h"

#include <cmath>
#include <utility>
#include <vector>

namespace glassformer {

Canvas part_of(const Canvas& frame, Rect part, float margin, float times, bool over) {
  constexpr float hangs_over = 3;  // px of an italic letter
  Canvas made(frame.fonts());
  made.set_scale(frame.scale() * times);
  const Rect around = part.inset(-margin);
  const Rect seen = margin > 0 ? part.inset(-hangs_over) : part;
  made.begin({0, 0, std::floor(around.w * times), std::floor(around.h * times)});
  const auto at = [&](Vec p) { return Vec{(p.x - around.x) * times, (p.y - around.y) * times}; };
  const auto box = [&](const Rect& r) {
    const Vec corner = at(r.origin());
    return Rect{corner.x, corner.y, r.w * times, r.h * times};
  };
  for (const Command& c : frame.commands()) {
    if (c.layer > 0 && !over) continue;
    using Kind = Command::Kind;
    std::vector<Vec> points;
    points.reserve(c.points.size());
    for (const Vec p : c.points) points.push_back(at(p));
    const float thick = c.thickness * times, radius = c.radius * times;
    const Rect rect = box(c.rect);
    made.set_layer(c.layer);
    made.push_clip(box(intersect(c.clip, seen)));
    switch (c.kind) {
      case Kind::fill:
        made.fill(rect, c.color, radius);
        break;
      case Kind::frame:
        made.frame(rect, c.color, thick, radius);
        break;
      case Kind::line:
      case Kind::polyline:
        made.polyline(std::move(points), c.color, thick);
        break;
      case Kind::polygon:
        made.polygon(std::move(points), c.color);
        break;
      case Kind::circle:
        made.circle(rect.center(), rect.w / 2, c.color);
        break;
      case Kind::ring:
        made.ring(rect.center(), rect.w / 2, c.color, thick);
        break;
      case Kind::bezier:
        if (points.size() == 4) {
          made.bezier(points[0], points[1], points[2], points[3], c.color, thick);
        }
        break;
      case Kind::text:
        made.text(rect.origin(), c.text, {c.type.face, c.type.size * times}, c.color);
        break;
      case Kind::image:
        made.image(rect, c.image);
        break;
    }
    made.pop_clip();
  }
  made.set_layer(0);
  return made;
}

}  // namespace glassformer
