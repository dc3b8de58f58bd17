#include "app/widgets/point_names.h"

#include <algorithm>

namespace glassformer {

void PointNames::keep_free(Vec point, float radius) {
  places_.keep_free(square_around(point, radius));
}

void PointNames::draw(const Name& name, float gap) {
  const Theme& theme = ui_.theme;
  const auto place = places_.find(
      {.at = name.at,
       .size = {ui_.canvas.width(name.text, name.type), ui_.canvas.line_height(name.type)},
       .gap = gap,
       .away_from = name.from,
       .rings = name.close ? 1 : 3,
       .ring = theme.px(15),
       .into_area = true,
       .led = true});
  if (!place) return;
  const Rect& box = place->box;
  const Vec nearest{std::clamp(name.at.x, box.x, box.right()),
                    std::clamp(name.at.y, box.y, box.bottom())};
  const Vec end = places_.line_end(name.at, box).value_or(nearest);
  places_.keep_name(box);
  if (place->ring > 0) {
    ui_.canvas.line(name.at, end, name.color.alpha(0.8F), theme.px(1));
    add_line(name.at, end);
  }
  if (place->lines > 0) ui_.canvas.fill(box, behind_.alpha(0.7F), theme.px(3));
  ui_.canvas.text_in({box.x, box.y, box.w + 1, box.h}, name.text, name.type, name.color);
}

}  // namespace glassformer
