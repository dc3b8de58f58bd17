#include "app/views/code_panel.h"

#include <algorithm>
#include <vector>

namespace glassformer {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The first line that is neither an include nor empty.
int begin_of(const std::vector<std::string_view>& lines) {
  const auto found = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
    return !line.empty() && !line.starts_with("#include") && !line.starts_with("#version");
  });
  return static_cast<int>(found - lines.begin());
}

}  // namespace

void CodePanel::draw(Ui& ui, const std::string& file, std::string_view code, Rect area) {
  const Theme& theme = ui.theme;
  const std::vector<std::string_view> lines = lines_of(code);
  if (file != file_) {
    file_ = file;
    scroll_ = static_cast<float>(begin_of(lines));
  }
  ui.canvas.fill(area, theme.panel, theme.px(8));
  area = area.inset(theme.px(14), theme.px(8));
  ui.canvas.text_in(area.take_top(theme.px(24)), file, theme.small(), theme.faint_ink);
  const Type type = theme.small();
  const float line_height = ui.canvas.line_height(type) * 1.02F;
  const int fitting = std::max(1, static_cast<int>(area.h / line_height));
  if (ui.hovering(area)) scroll_ -= 3 * ui.input.wheel;
  const float last = static_cast<float>(std::max(0, static_cast<int>(lines.size()) - fitting));
  scroll_ = std::clamp(scroll_, 0.0F, std::max(last, static_cast<float>(begin_of(lines))));
  const auto first = static_cast<std::size_t>(scroll_);
  ui.canvas.push_clip(area);
  for (std::size_t i = first; i < lines.size() && i < first + static_cast<std::size_t>(fitting);
       ++i) {
    const std::string_view line = lines[i];
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    Rect row{area.x, area.y + line_height * static_cast<float>(i - first), area.w, line_height};
    row.take_left(static_cast<float>(indent) * theme.px(9));
    const bool comment = line.substr(indent).starts_with("//");
    ui.canvas.text_in(row, line.substr(indent), type, comment ? theme.soft_ink : theme.ink);
  }
  ui.canvas.pop_clip();
  // How much there is, and where this is.
  if (static_cast<int>(lines.size()) > fitting) {
    const auto all = static_cast<float>(lines.size());
    const float top = area.y + area.h * static_cast<float>(first) / all;
    const float high = std::min(area.h * static_cast<float>(fitting) / all, area.bottom() - top);
    ui.canvas.fill({area.right() + theme.px(6), top, theme.px(4), high}, theme.rule, theme.px(2));
  }
}

}  // namespace glassformer
