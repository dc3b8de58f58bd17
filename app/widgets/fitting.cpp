#include "app/widgets/fitting.h"

#include <fmt/format.h>

#include <vector>

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

std::size_t fitting(const Ui& ui, std::size_t count, const std::function<float(std::size_t)>& width,
                    float room) {
  std::vector<float> ends{0};  // of the first n
  while (ends.size() <= count && ends.back() <= room) {
    ends.push_back(ends.back() + width(ends.size() - 1));
  }
  if (ends.back() <= room) return count;
  const float left = room - more_width(ui, count);
  while (ends.size() > 1 && ends.back() > left) ends.pop_back();
  return ends.size() - 1;
}

void draw_more(Ui& ui, std::size_t left, Rect row) {
  if (left == 0) return;
  ui.canvas.text_in(row.inset(ui.theme.px(4), 0), words_of(left), ui.theme.small(),
                    ui.theme.faint_ink);
}

}  // namespace glassformer
