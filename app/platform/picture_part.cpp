#include "app/platform/picture_part.h"

#include <cmath>

#include "app/widgets/again.h"

namespace glassformer {

Canvas part_of(const Canvas& frame, Rect part, float margin, float times, bool over) {
  constexpr float hangs_over = 3;  // px of an italic letter
  Canvas made(frame.fonts());
  made.set_scale(frame.scale() * times);
  const Rect around = part.inset(-margin);
  const Rect seen = margin > 0 ? part.inset(-hangs_over) : part;
  made.begin({0, 0, std::floor(around.w * times), std::floor(around.h * times)});
  const Rect onto{0, 0, around.w * times, around.h * times};
  // What lies over the screen stays over it.
  const auto& all = frame.commands();
  for (std::size_t from = 0; from < all.size();) {
    std::size_t end = from;
    while (end < all.size() && all[end].layer == all[from].layer) ++end;
    made.set_layer(all[from].layer);
    draw_again(made, {all.data() + from, end - from}, {around, onto, seen, over});
    from = end;
  }
  made.set_layer(0);
  return made;
}

}  // namespace glassformer
