#include "app/views/speed/code_panel.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/widgets/code_face.h"

namespace glassformer {

namespace {

constexpr std::string_view kMain = "void main()";
constexpr std::size_t kIndent = 2, kDeepest = 16;  // spaces

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Without the brackets that close its namespaces.
std::string_view without_end(std::string_view code) {
  for (;;) {
    while (!code.empty() && code.back() == '\n') code.remove_suffix(1);
    const std::size_t last = code.rfind('\n') + 1;
    if (!code.substr(last).starts_with("}  // namespace")) return code;
    code = code.substr(0, last);
  }
}

bool is_preamble(std::string_view line) {
  return line.empty() || line.starts_with("#include") || line.starts_with("#pragma") ||
         line.starts_with("#version") || line.starts_with("//") || line.starts_with("namespace");
}

}  // namespace

// A line as one row, or as several where it is wider than the panel.
void CodePanel::append(std::vector<Row>& rows, const Ui& ui, Type type, std::string_view line,
                       float width) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  Row row{indent, indent, std::string(line.substr(indent)), line.substr(indent).starts_with("//"),
          false};
  if (row.comment && row.text.size() > 3 && !rows.empty() && rows.back().rest &&
      rows.back().indent == indent) {
    row.text = rows.back().text + row.text.substr(2);
    row.rest = true;
    rows.pop_back();
  }
  const float space = ui.canvas.width(" ", type);
  for (;;) {
    const float room = width - static_cast<float>(row.indent) * space;
    std::size_t cut = row.text.size();
    while (cut != std::string::npos && cut > 3 &&
           ui.canvas.width(std::string_view(row.text).substr(0, cut), type) > room) {
      cut = row.text.rfind(' ', cut - 1);
    }
    if (cut == std::string::npos || cut <= 3 || cut >= row.text.size()) break;
    const std::string rest = row.text.substr(cut + 1);
    rows.push_back({row.indent, indent, row.text.substr(0, cut), row.comment, false});
    row = {row.comment ? row.indent : indent + 4, indent, (row.comment ? "// " : "") + rest,
           row.comment, row.comment};
  }
  rows.push_back(std::move(row));
}

void CodePanel::break_lines(const Ui& ui, std::string_view code, Type type, float width) {
  if (code == broken_ && width == broken_at_ && type == broken_in_) return;
  broken_ = code;
  broken_at_ = width;
  broken_in_ = type;
  rows_.clear();
  begin_ = 0;
  // It opens on the code, of a shader on its program; what is said of it stands above.
  const bool shader = code.find(kMain) != std::string_view::npos;
  bool begun = false;
  for (const std::string_view line : lines_of(without_end(code))) {
    if (!begun && (shader ? line.starts_with(kMain) : !is_preamble(line))) {
      begun = true;
      begin_ = rows_.size();
    }
    append(rows_, ui, type, line, width);
  }
}

// The largest letters in which the code is seen from where it begins to its end, or small ones.
Type CodePanel::choose_type(const Ui& ui, std::string_view code, Rect area) {
  for (const float size : {22.0F, 20.0F, 18.0F, 16.0F}) {
    const Type type{code_face, ui.theme.px(size)};
    break_lines(ui, code, type, area.w);
    const float high = static_cast<float>(rows_.size() - begin_) * line_of(ui, type);
    if (high <= area.h) return type;
  }
  const Type small{code_face, ui.theme.small().size};
  break_lines(ui, code, small, area.w);
  return small;
}

float CodePanel::line_of(const Ui& ui, Type type) {
  return ui.canvas.line_height(type) * 1.18F;
}

void CodePanel::draw(Ui& ui, const std::string& file, std::string_view code, Rect area) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(area, theme.panel, theme.px(8));
  area = area.inset(theme.px(14), theme.px(8));
  ui.canvas.text_in(area.take_top(theme.px(24)), file, theme.small(), theme.soft_ink);
  if (code != chosen_for_ || !(Vec{area.w, area.h} == chosen_in_)) {
    chosen_for_ = code;
    chosen_in_ = {area.w, area.h};
    type_ = choose_type(ui, code, area);
  }
  const Type type = type_;
  if (file != file_) {
    file_ = file;
    scroll_ = static_cast<float>(begin_);
  }
  const float line_height = line_of(ui, type);
  const int fitting = std::max(1, static_cast<int>(area.h / line_height));
  if (ui.hovering(area)) scroll_ -= 3 * ui.input.wheel;
  const float last = static_cast<float>(std::max(0, static_cast<int>(rows_.size()) - fitting));
  scroll_ = std::clamp(scroll_, 0.0F, std::max(last, static_cast<float>(begin_)));
  const auto first = static_cast<std::size_t>(scroll_);
  const float space = ui.canvas.width(" ", type);
  ui.canvas.push_clip(area);
  for (std::size_t i = first; i < rows_.size() && i < first + static_cast<std::size_t>(fitting);
       ++i) {
    Rect row{area.x, area.y + line_height * static_cast<float>(i - first), area.w, line_height};
    // What stands within a loop lies on its ground.
    for (std::size_t in = kIndent; in <= rows_[i].block && in <= kDeepest; in += kIndent) {
      Rect ground = row;
      ground.take_left(static_cast<float>(in) * space - theme.px(5));
      ui.canvas.fill(ground, theme.accent.alpha(0.07F));
    }
    row.take_left(static_cast<float>(rows_[i].indent) * space);
    ui.canvas.text_in(row, rows_[i].text, type, rows_[i].comment ? theme.soft_ink : theme.ink);
  }
  ui.canvas.pop_clip();
  // How much there is, and where this is.
  if (static_cast<int>(rows_.size()) > fitting) {
    const auto all = static_cast<float>(rows_.size());
    const float top = area.y + area.h * static_cast<float>(first) / all;
    const float high = std::min(area.h * static_cast<float>(fitting) / all, area.bottom() - top);
    ui.canvas.fill({area.right() + theme.px(6), top, theme.px(4), high}, theme.rule, theme.px(2));
  }
}

}  // namespace glassformer
