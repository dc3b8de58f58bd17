#include "app/views/language/chip_lines.h"

#include <algorithm>

namespace glassformer {

namespace {

constexpr float kSmallest = 14, kGap = 6;  // px at scale 1

}  // namespace

ChipLines lay_out_chips(const Ui& ui, const std::vector<std::string>& words, Rect area,
                        bool numbered, bool spread, float largest) {
  const Theme& theme = ui.theme;
  ChipLines made;
  for (float size = largest; size >= kSmallest; size -= 2) {
    made = {{Face::bold, theme.px(size)}, 0, {}, true};
    const float gap = theme.px(kGap), chip = 1.7F * made.type.size;
    made.below = numbered ? theme.px(std::max(20.0F, 0.5F * size)) : 0;
    const float pitch = chip + made.below + 2 * gap;
    float x = area.x, y = area.y;
    std::vector<int> line_of;
    int line = 0;
    for (const std::string& word : words) {
      const float width = std::max(ui.canvas.width(word, made.type) + 0.7F * made.type.size,
                                   numbered ? theme.px(46) : 0);
      if (x > area.x && x + width > area.right()) {
        x = area.x;
        y += pitch;
        ++line;
      }
      made.places.push_back({x, y, std::min(width, area.w), chip});
      line_of.push_back(line);
      x += width + gap;
    }
    const float used = y + pitch - area.y;
    if (used > area.h) {
      made.all = false;
      continue;
    }
    if (!spread) return made;
    // Lines stand apart as far as there is room, and in the middle of it.
    const auto lines = static_cast<float>(line + 1);
    const float apart = std::min((area.h - used) / lines, 0.4F * pitch);
    const float top = (area.h - used - apart * lines) / 2;
    for (std::size_t i = 0; i < made.places.size(); ++i) {
      made.places[i].y += top + apart * (static_cast<float>(line_of[i]) + 0.5F);
    }
    return made;
  }
  return made;
}

}  // namespace glassformer
