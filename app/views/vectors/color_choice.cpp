#include "app/views/vectors/color_choice.h"

#include <algorithm>
#include <string>
#include <vector>

namespace glassformer {

ColorChoice::Choices ColorChoice::choices(const Ui& ui, const WordVectors& vectors,
                                          float row) const {
  const Theme& theme = ui.theme;
  const auto width_of = [&](const std::string& label) {
    return ui.canvas.width(label, theme.small()) + theme.px(24);
  };
  const std::string& group = vectors.group_name;
  Choices made{{group.empty() ? "Group" : group, "Frequency"}};
  made.width = width_of(made.labels[0]) + width_of(made.labels[1]);
  made.next = first_;
  for (; made.next < vectors.columns.size(); ++made.next) {
    const std::string& name = vectors.columns[made.next].name;
    if (made.next > first_ && made.width + width_of(name) > row * 0.6F) break;
    made.labels.push_back(name);
    made.width += width_of(name);
  }
  made.pages = made.next - first_ < vectors.columns.size();
  if (made.pages) {
    made.labels.emplace_back("…");
    made.width += width_of("…");
  }
  return made;
}

float ColorChoice::width(const Ui& ui, const WordVectors& vectors, float row) const {
  return choices(ui, vectors, row).width;
}

void ColorChoice::draw(Ui& ui, const WordVectors& vectors, Rect& row) {
  const bool by_column = chosen_.by == MapColors::By::column;
  const std::size_t columns = vectors.columns.size();
  if (first_ >= columns) first_ = 0;
  if (by_column && chosen_.column >= columns) chosen_ = {};
  const auto [labels, next, pages, width] = choices(ui, vectors, row.w);
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
