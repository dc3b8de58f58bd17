#include "app/widgets/fitting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::string words_of(std::size_t left) {
  return fmt::format("+ {} more", left);
}

std::vector<std::size_t> blanks_of(std::string_view text) {
  std::vector<std::size_t> blanks;
  for (std::size_t at = text.find(' '); at != text.npos; at = text.find(' ', at + 1)) {
    blanks.push_back(at);
  }
  return blanks;
}

// The last blank for which it is true; npos for none. It is true for all before that: few lines of
// a long text are measured.
template <class Fits>
std::size_t last_blank(std::string_view text, const Fits& fits) {
  const std::vector<std::size_t> blanks = blanks_of(text);
  const auto end = std::partition_point(blanks.begin(), blanks.end(), fits);
  return end == blanks.begin() ? text.npos : *(end - 1);
}

// Where the text may be broken so that the first part is at most so wide; npos: nowhere.
std::size_t break_before(const Canvas& canvas, std::string_view text, Type type, float width) {
  const auto fits = [&](std::size_t end) {
    return canvas.width(text.substr(0, end), type) <= width + 0.5F;
  };
  return fits(text.size()) ? text.size() : last_blank(text, fits);
}

// A sign between words is none of them: of "a + b + c" two are left after "a" and after "a +".
std::size_t words_in(std::string_view text) {
  std::size_t words = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at && text.substr(at, end - at) != "+") ++words;
    at = end + 1;
  }
  return words;
}

// As many words as have room, and how many more there are.
std::string counted(const Canvas& canvas, std::string_view text, Type type, float width) {
  if (canvas.width(text, type) <= width + 0.5F) return std::string(text);
  const auto told = [&](std::size_t end) {
    std::string_view first = text.substr(0, end);
    if (first.ends_with(" +")) first.remove_suffix(2);
    return std::string(first) + "  " + words_of(words_in(text.substr(end)));
  };
  const std::size_t end = last_blank(
      text, [&](std::size_t at) { return canvas.width(told(at), type) <= width + 0.5F; });
  // Else one word, and cut.
  return end == text.npos || end == 0 ? std::string(text) : told(end);
}

// With its longest word, if that is a long one, cut to what room the others leave.
std::string with_long_word_cut(const Canvas& canvas, std::string_view text, Type type,
                               float width) {
  std::string_view longest;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end - at > longest.size()) longest = text.substr(at, end - at);
    at = end + 1;
  }
  const auto begin = static_cast<std::size_t>(longest.data() - text.data());
  if (!is_long_word(longest)) return std::string(text);
  const std::string_view before = text.substr(0, begin);
  const std::string_view behind = text.substr(begin + longest.size());
  const float room = width - canvas.width(before, type) - canvas.width(behind, type);
  const std::string cut = canvas.elided(longest, type, std::max(room, 5 * type.size));
  return std::string(before).append(cut).append(behind);
}

}  // namespace

void text_fitted(Ui& ui, Rect place, std::string_view text, Type type, Color ink, Align align) {
  Canvas& canvas = ui.canvas;
  const Type small{type.face, std::min(type.size, ui.theme.small().size)};
  if (canvas.width(text, type) <= place.w + 0.5F) {
    canvas.text_in(place, text, type, ink, align);
    return;
  }
  if (const std::string cut = with_long_word_cut(canvas, text, type, place.w); cut != text) {
    canvas.add_cut(place, text);
    text_fitted(ui, place, cut, type, ink, align);
    return;
  }
  const float line = canvas.line_height(small);
  const std::size_t end = break_before(canvas, text, small, place.w);
  if (end == text.size() || end == text.npos || place.h < 2 * line - 1) {
    canvas.text_in(place, counted(canvas, text, small, place.w), small, ink, align);
    return;
  }
  Rect lines{place.x, place.center().y - line, place.w, 2 * line};
  canvas.text_in(lines.take_top(line), text.substr(0, end), small, ink, align);
  canvas.text_in(lines, counted(canvas, text.substr(end + 1), small, place.w), small, ink, align);
}

float name_width(const Ui& ui, std::string_view name, Type type) {
  constexpr float most = 150;  // px at scale 1
  const float width = ui.canvas.width(name, type);
  return is_long_word(name) ? std::min(width, ui.theme.px(most)) : width;
}

std::string fitted_number(const Ui& ui, double value, Type type, float room) {
  const auto fits = [&](const std::string& text) {
    return ui.canvas.width(text, type) <= room + 0.5F;  // the slack of a box made for the text
  };
  for (const std::string& text :
       {format_cell(value), format_digits(value, 2), format_digits(value, 1),
        format_compact(value, 2), format_compact(value, 1)}) {
    if (fits(text)) return text;
  }
  return std::abs(value) < 0.05 && fits("≈0") ? "≈0" : "";
}

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
