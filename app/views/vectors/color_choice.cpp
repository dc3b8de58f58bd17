#include "app/views/vectors/color_choice.h"

#include <algorithm>
#include <string>
#include <vector>

namespace glassformer {

void ColorChoice::draw(Ui& ui, const WordVectors& vectors, Rect& row) {
  const Theme& theme = ui.theme;
  const auto width_of = [&](const std::string& label) {
    return ui.canvas.width(label, theme.small()) + theme.px(24);
  };
  const bool by_column = chosen_.by == MapColors::By::column;
  const std::size_t columns = vectors.columns.size();
  if (first_ >= columns) first_ = 0;
  if (by_column && chosen_.column >= columns) chosen_ = {};

  const std::string& group = vectors.group_name;
  std::vector<std::string> labels = {group.empty() ? "Group" : group, "Frequency"};
  float width = width_of(labels[0]) + width_of(labels[1]);
  std::size_t next = first_;
  for (; next < columns; ++next) {
    const std::string& name = vectors.columns[next].name;
    if (next > first_ && width + width_of(name) > row.w * 0.6F) break;
    labels.push_back(name);
    width += width_of(name);
  }
  const bool pages = next - first_ < columns;
  if (pages) {
    labels.emplace_back("…");
    width += width_of("…");
  }
  int now = static_cast<int>(chosen_.by);
  if (by_column) {
    const bool in_sight = chosen_.column >= first_ && chosen_.column < next;
    now = in_sight ? static_cast<int>(2 + chosen_.column - first_) : -1;
  }
  const int picked = ui.segments("colours", labels, now, row.take_left(std::min(row.w, width)));
  if (picked == now) return;
  ui.request_frame();
  if (pages && picked == static_cast<int>(labels.size()) - 1) {
    first_ = next < columns ? next : 0;
  } else if (picked >= 2) {
    chosen_ = {MapColors::By::column, first_ + static_cast<std::size_t>(picked) - 2};
  } else {
    chosen_ = {static_cast<MapColors::By>(picked), 0};
  }
}

}  // namespace glassformer
