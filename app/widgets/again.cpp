#include "app/widgets/again.h"

#include <utility>
#include <vector>

namespace glassformer {

void draw_again(Canvas& canvas, std::span<const Command> commands, const Again& where) {
  const float times = where.from.w > 0 ? where.to.w / where.from.w : 1;
  const auto at = [&](Vec p) {
    return Vec{where.to.x + (p.x - where.from.x) * times,
               where.to.y + (p.y - where.from.y) * times};
  };
  const auto box = [&](const Rect& r) {
    const Vec corner = at(r.origin());
    return Rect{corner.x, corner.y, r.w * times, r.h * times};
  };
  for (const Command& c : commands) {
    if (c.layer > 0 && !where.over) continue;
    using Kind = Command::Kind;
    std::vector<Vec> points;
    points.reserve(c.points.size());
    for (const Vec p : c.points) points.push_back(at(p));
    const float thick = c.thickness * times, radius = c.radius * times;
    const Rect rect = box(c.rect);
    canvas.push_clip(box(intersect(c.clip, where.seen)));
    switch (c.kind) {
      case Kind::fill:
        canvas.fill(rect, c.color, radius);
        break;
      case Kind::frame:
        canvas.frame(rect, c.color, thick, radius);
        break;
      case Kind::line:
      case Kind::polyline:
        canvas.polyline(std::move(points), c.color, thick);
        break;
      case Kind::polygon:
        canvas.polygon(std::move(points), c.color);
        break;
      case Kind::circle:
        canvas.circle(rect.center(), rect.w / 2, c.color);
        break;
      case Kind::ring:
        canvas.ring(rect.center(), rect.w / 2, c.color, thick);
        break;
      case Kind::bezier:
        if (points.size() == 4) {
          canvas.bezier(points[0], points[1], points[2], points[3], c.color, thick);
        }
        break;
      case Kind::text:
        canvas.text(rect.origin(), c.text, {c.type.face, c.type.size * times}, c.color);
        break;
      case Kind::image:
        canvas.image(rect, c.image);
        break;
    }
    canvas.pop_clip();
  }
}

}  // namespace glassformer
