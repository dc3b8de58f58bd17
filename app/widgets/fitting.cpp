#include "app/widgets/fitting.h"

#include <fmt/format.h>

#include <numeric>

namespace glassformer {

namespace {

std::string words_of(std::size_t left) {
  return fmt::format("+ {} more", left);
}

}  // namespace

float more_width(const Ui& ui, std::size_t left) {
  if (left == 0) return 0;
  return ui.canvas.width(words_of(left), ui.theme.small()) + ui.theme.px(12);
}

std::size_t fitting(const Ui& ui, const std::vector<float>& widths, float room) {
  if (std::accumulate(widths.begin(), widths.end(), 0.0F) <= room) return widths.size();
  float used = more_width(ui, widths.size());
  std::size_t count = 0;
  while (count < widths.size() && used + widths[count] <= room) used += widths[count++];
  return count;
}

void draw_more(Ui& ui, std::size_t left, Rect row) {
  if (left == 0) return;
  ui.canvas.text_in(row.inset(ui.theme.px(4), 0), words_of(left), ui.theme.small(),
                    ui.theme.faint_ink);
}

}  // namespace glassformer
