#include "app/views/parts/column_names.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace glassformer {

ColumnNames::ColumnNames(const Ui& ui, std::vector<std::string> names, float column, float size)
    : names_(std::move(names)),
      column_(column),
      size_(size),
      line_(ui.canvas.line_height({Face::text, size})) {
  // One word that is longer than nearly all is cut; the others stay on one line.
  const auto width = [&](const std::string& name) {
    return ui.canvas.width(name, {Face::bold, size}) + ui.theme.px(8);
  };
  float widest = 0;
  for (const std::string& name : names_) {
    widest = std::max(widest, is_long_word(name) ? std::min(width(name), 6 * size) : width(name));
  }
  if (widest > column) lines_ = 2;
  if (widest > 2 * column) every_ = static_cast<int>(std::ceil(widest / (2 * column)));
}

float ColumnNames::height() const {
  return line_ * static_cast<float>(lines_);
}

void ColumnNames::draw(Ui& ui, int i, float x, float y, Rect within, Color ink, bool strong) const {
  if (!shows(i)) return;
  const std::string& name = names_[static_cast<std::size_t>(i)];
  const Type type{strong ? Face::bold : Face::text, size_};
  const float room = column_ * static_cast<float>(lines_ * every_) - ui.theme.px(4);
  const float width = std::min(room, ui.canvas.width(name, type) + ui.theme.px(2));
  const float left =
      std::clamp(x - width / 2, within.x, std::max(within.x, within.right() - width));
  const float top = y + line_ * static_cast<float>(i / every_ % lines_);
  ui.canvas.text_in({left, top, width, line_}, name, type, ink, Align::center);
}

}  // namespace glassformer
