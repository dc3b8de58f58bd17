#include "core/text/readable.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/text/unicode.h"

namespace glassformer {

namespace {
constexpr std::string_view replacement = "\xef\xbf\xbd";

struct Blank {
  std::string_view bytes;
  unsigned code;
};
constexpr Blank blanks[] = {{" ", 0x20},
                            {"\xc2\xa0", 0xa0},
                            {"\xe1\x9a\x80", 0x1680},
                            {"\xe2\x80\x80", 0x2000},
                            {"\xe2\x80\x81", 0x2001},
                            {"\xe2\x80\x82", 0x2002},
                            {"\xe2\x80\x83", 0x2003},
                            {"\xe2\x80\x84", 0x2004},
                            {"\xe2\x80\x85", 0x2005},
                            {"\xe2\x80\x86", 0x2006},
                            {"\xe2\x80\x87", 0x2007},
                            {"\xe2\x80\x88", 0x2008},
                            {"\xe2\x80\x89", 0x2009},
                            {"\xe2\x80\x8a", 0x200a},
                            {"\xe2\x80\x8b", 0x200b},
                            {"\xe2\x80\xaf", 0x202f},
                            {"\xe2\x81\x9f", 0x205f},
                            {"\xe2\x81\xa0", 0x2060},
                            {"\xe3\x80\x80", 0x3000},
                            {"\xef\xbb\xbf", 0xfeff}};
}  // namespace

std::string without_endless_words(std::string_view text) {
  constexpr std::size_t longest = 160, kept = 40;  // characters
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::vector<std::string_view> all =
        word.size() > longest ? characters(word) : std::vector<std::string_view>{};
    if (all.size() > longest && word.find('/') == word.npos) {
      for (std::size_t i = 0; i < kept; ++i) shown += all[i];
      shown += "…";
      for (std::size_t i = all.size() - kept; i < all.size(); ++i) shown += all[i];
    } else {
      shown += word;
    }
    if (end < text.size()) shown += text[end++];
    at = end;
  }
  return shown;
}

bool is_blank(std::string_view text) {
  if (text.empty()) return false;
  for (const std::string_view character : characters(text)) {
    if (std::ranges::find(blanks, character, &Blank::bytes) == std::end(blanks)) return false;
  }
  return true;
}

std::string with_drawn_blank(std::string_view token) {
  if (!token.starts_with(' ') || token.starts_with("  ")) return std::string(token);
  return "␣" + std::string(token.substr(1));
}

std::string readable(std::string_view text) {
  std::string shown;
  if (is_blank(text)) {
    std::string codes;
    for (const std::string_view character : characters(text)) {
      const auto* const found = std::ranges::find(blanks, character, &Blank::bytes);
      shown += "␣";
      codes += fmt::format("{}U+{:04X}", codes.empty() ? "" : " ", found->code);
    }
    return fmt::format("{} ({})", shown, codes);
  }
  for (const std::string_view character : characters(text)) {
    const auto code = static_cast<unsigned char>(character.front());
    const bool control =
        code < 0x20 || code == 0x7F ||
        (code == 0xC2 && character.size() == 2 && static_cast<unsigned char>(character[1]) < 0xA0);
    const bool broken = character.size() == 1 && code >= 0x80;
    shown.append(control || broken ? replacement : character);
  }
  return shown;
}

}  // namespace glassformer
