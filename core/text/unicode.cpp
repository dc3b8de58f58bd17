#include "core/text/unicode.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

const utf8proc_uint8_t* bytes(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

// The bytes of the character that starts the text, at least 1 (a broken byte); its code, or -1.
std::size_t first_character(std::string_view text, utf8proc_int32_t& code) {
  if (!text.empty() && static_cast<unsigned char>(text.front()) < 0x80) {
    code = text.front();
    return 1;
  }
  const auto size =
      utf8proc_iterate(bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (size > 0) return static_cast<std::size_t>(size);
  code = -1;
  return 1;
}

std::string with_first(std::string_view word, utf8proc_int32_t (*change)(utf8proc_int32_t)) {
  if (word.empty()) return {};
  utf8proc_int32_t code = 0;
  const std::size_t size = first_character(word, code);
  if (code < 0) return std::string(word);
  utf8proc_uint8_t changed[4];
  const auto length = utf8proc_encode_char(change(code), changed);
  std::string result(reinterpret_cast<const char*>(changed), static_cast<std::size_t>(length));
  return result.append(word.substr(size));
}

}  // namespace

std::size_t broken_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    // Most of most texts is ASCII: eight bytes at a time.
    std::uint64_t eight = 0;
    while (at + sizeof(eight) <= text.size()) {
      std::memcpy(&eight, text.data() + at, sizeof(eight));
      if ((eight & 0x8080808080808080U) != 0) break;
      at += sizeof(eight);
    }
    if (at == text.size()) break;
    utf8proc_int32_t code = 0;
    const std::size_t size = first_character(text.substr(at), code);
    if (code < 0) return at;
    at += size;
  }
  return std::string_view::npos;
}

std::string utf8_fault(std::string_view text) {
  const std::size_t at = broken_utf8(text);
  if (at == std::string_view::npos) return {};
  return fmt::format(
      "is not UTF-8 text: byte {} (0x{:02x}) starts no character; save or paste it as UTF-8",
      at + 1, static_cast<unsigned char>(text[at]));
}

namespace {

// All below U+0300, where the marks begin: there every character is in its composed form.
bool has_latin_alone(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0xCC; });
}

}  // namespace

std::string composed(std::string_view text) {
  if (has_latin_alone(text) && broken_utf8(text) == text.npos) return std::string(text);
  utf8proc_uint8_t* result = nullptr;
  const auto size =
      utf8proc_map(bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &result,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (size < 0) {
    throw UserError(
        fmt::format("the text cannot be brought into one Unicode form: {}", utf8proc_errmsg(size)));
  }
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
  return {reinterpret_cast<const char*>(result), static_cast<std::size_t>(size)};
}

namespace {
constexpr std::string_view apostrophes[] = {"'", "\u2019", "\u02BC"};
}

bool is_apostrophe(std::string_view character) {
  return std::find(std::begin(apostrophes), std::end(apostrophes), character) !=
         std::end(apostrophes);
}

std::string with_apostrophes(std::string_view text, std::string_view apostrophe) {
  std::string result(text);
  for (const std::string_view other : apostrophes) {
    if (other == apostrophe) continue;
    for (std::size_t at = 0; (at = result.find(other, at)) != std::string::npos;) {
      result.replace(at, other.size(), apostrophe);
      at += apostrophe.size();
    }
  }
  return result;
}

namespace {

// False for most texts, at a glance: what holds no mark, no part of a syllable and no sign that has
// another form is composed already.
bool may_be_in_parts(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0xCC) continue;  // below U+0300
    const bool cyrillic = first == 0xD0 || first == 0xD1;
    const bool chinese_or_korean =
        (first >= 0xE4 && first <= 0xE9) || first == 0xEB || first == 0xEC;
    // Dashes, quotes and other signs; U+20D0 … are marks, and Å is a sign of its own.
    const bool sign = first == 0xE2 && text.substr(i, 2) < "\xE2\x83";
    if (!cyrillic && !chinese_or_korean && !sign) return true;
  }
  return false;
}

}  // namespace

std::string as_compared(std::string_view text) {
  std::string result(text);
  if (may_be_in_parts(text) && broken_utf8(text) == std::string_view::npos) result = composed(text);
  return with_apostrophes(result, "'");
}

std::string without_controls(std::string_view text) {
  const auto plain = [](char c) {
    return (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) || c == '\n' || c == '\t';
  };
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t code = 0;
    const std::size_t size = first_character(text.substr(at), code);
    const std::string_view c = text.substr(at, size);
    const bool control = (size == 1 && !plain(c[0])) || (code >= 0x80 && code < 0xA0);
    if (!control) {
      clean += c;
    } else if (is_white_space(c)) {
      clean += ' ';
    }
    at += size;
  }
  return clean;
}

std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t code = 0;
    const std::size_t size = first_character(text.substr(at), code);
    found.push_back(text.substr(at, size));
    at += size;
  }
  return found;
}

std::vector<std::size_t> characters_as_read(std::string_view text) {
  std::vector<std::size_t> begins;
  utf8proc_int32_t before = 0, state = 0;
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t code = 0;
    const std::size_t size = first_character(text.substr(at), code);
    if (code < 0) code = 0xFFFD;
    if (at == 0 || utf8proc_grapheme_break_stateful(before, code, &state)) begins.push_back(at);
    before = code;
    at += size;
  }
  return begins;
}

std::string with_small_first(std::string_view word) {
  return with_first(word, utf8proc_tolower);
}

std::string with_large_first(std::string_view word) {
  return with_first(word, utf8proc_toupper);
}

std::string lower_case(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t code = 0;
    const std::size_t size = first_character(text.substr(at), code);
    const utf8proc_int32_t small = code < 0 ? code : utf8proc_tolower(code);
    if (small == code) {
      result.append(text.substr(at, size));
    } else {
      utf8proc_uint8_t changed[4];
      const auto length = utf8proc_encode_char(small, changed);
      result.append(reinterpret_cast<const char*>(changed), static_cast<std::size_t>(length));
    }
    at += size;
  }
  return result;
}

CharacterClass class_of_character(std::string_view character) {
  utf8proc_int32_t code = 0;
  first_character(character, code);
  if (code < 0) return CharacterClass::other;
  if (code == 0x200C || code == 0x200D) return CharacterClass::letter;
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return CharacterClass::letter;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return CharacterClass::digit;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
      return CharacterClass::space;
    default:
      return CharacterClass::other;
  }
}

bool is_without_spaces(std::string_view character) {
  utf8proc_int32_t code = 0;
  first_character(character, code);
  const auto within = [&](utf8proc_int32_t from, utf8proc_int32_t to) {
    return code >= from && code <= to;
  };
  return within(0x3041, 0x30FF) || within(0x3400, 0x4DBF) || within(0x4E00, 0x9FFF) ||
         within(0xF900, 0xFAFF) || within(0x20000, 0x323AF) || within(0xE01, 0xEDF) ||
         within(0x1000, 0x109F) || within(0x1780, 0x17D3);
}

bool is_white_space(std::string_view character) {
  utf8proc_int32_t code = 0;
  first_character(character, code);
  if ((code >= 0x09 && code <= 0x0D) || (code >= 0x1C && code <= 0x1F) || code == 0x85) return true;
  if (code < 0) return false;
  const auto category = utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP;
}

bool is_punctuation(std::string_view word) {
  std::size_t at = 0;
  while (at < word.size()) {
    utf8proc_int32_t code = 0;
    at += first_character(word.substr(at), code);
    if (code < 0) return false;
    const auto category = utf8proc_category(code);
    if (category < UTF8PROC_CATEGORY_PC || category > UTF8PROC_CATEGORY_PO) return false;
  }
  return !word.empty();
}

}  // namespace glassformer
