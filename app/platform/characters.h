#pragma once

#include <utf8proc.h>

#include <algorithm>
#include <string_view>

namespace glassformer {

constexpr char32_t replacement_mark = 0xFFFD;

// Calls use(character, bytes) for each; a byte that is not UTF-8 is a replacement mark.
template <typename Use>
void each_character(std::string_view text, Use use) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size = static_cast<utf8proc_ssize_t>(text.size());
  for (utf8proc_ssize_t i = 0; i < size;) {
    utf8proc_int32_t character = bytes[i];
    utf8proc_ssize_t length = 1;
    if (bytes[i] >= 0x80) length = utf8proc_iterate(bytes + i, size - i, &character);
    const utf8proc_ssize_t step = std::max<utf8proc_ssize_t>(length, 1);
    use(length > 0 ? static_cast<char32_t>(character) : replacement_mark,
        text.substr(static_cast<std::size_t>(i), static_cast<std::size_t>(step)));
    i += step;
  }
}

// A line that begins with one blank is a piece of a text, cut by a model that keeps the blank with
// the word behind it: it is drawn, so that pieces which begin a word are told from those which go
// on.
constexpr char32_t drawn_blank = 0x2423;  // ␣
constexpr bool begins_with_drawn_blank(std::string_view text) {
  return text.size() > 1 && text[0] == ' ' && text[1] != ' ';
}

// Controls, soft hyphens, marks of direction and the like: no width, nothing to see.
constexpr bool invisible(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2064) ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF;
}

// How a sign is written on a typewriter, where no font has it; 0: not at all.
constexpr char32_t plain_twin(char32_t c) {
  switch (c) {
    case 0x2212:  // minus
    case 0x2010:  // hyphens and dashes
    case 0x2011:
    case 0x2013:
    case 0x2014:
      return U'-';
    case 0x2018:  // quotes
    case 0x2019:
      return U'\'';
    case 0x201C:
    case 0x201D:
      return U'"';
    case 0x2026:  // …
      return U'.';
    default:
      return 0;
  }
}

// What Face::math sets in italic: variables. Figures, brackets, operators and capital Greek stand
// upright, as in TeX.
constexpr bool math_italic(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= 0x3B1 && c <= 0x3C9) ||
         c == 0x3D1 || c == 0x3D5 || c == 0x3F5;
}

}  // namespace glassformer
