#include "core/text/tokenizers/pipeline/scalars.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "core/tensor/error.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

std::string mapped(const std::string& text, int options) {
  utf8proc_uint8_t* made = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &made,
                                 static_cast<utf8proc_option_t>(UTF8PROC_STABLE | options));
  if (size < 0) {
    throw UserError(
        fmt::format("the text cannot be brought into one Unicode form: {}", utf8proc_errmsg(size)));
  }
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
  return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
}

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

}  // namespace

Scalar first_scalar(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {first, text.substr(0, 1)};
  utf8proc_int32_t code = -1;
  const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (size <= 0) return {-1, text.substr(0, 1)};
  return {code, text.substr(0, static_cast<std::size_t>(size))};
}

Scalar last_scalar(std::string_view text) {
  std::size_t begin = text.size() - 1;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) --begin;
  return first_scalar(text.substr(begin));
}

bool is_space_scalar(std::int32_t code) {
  return (code >= 0x09 && code <= 0x0D) || code == 0x20 || code == 0x85 || code == 0xA0 ||
         code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
         code == 0x202F || code == 0x205F || code == 0x3000;
}

bool is_number_scalar(std::int32_t code) {
  const auto category = utf8proc_category(code);
  return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

bool is_mark_scalar(std::int32_t code) {
  const auto category = utf8proc_category(code);
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool is_accent_scalar(std::int32_t code) {
  return utf8proc_category(code) == UTF8PROC_CATEGORY_MN;
}

bool is_control_scalar(std::int32_t code) {
  const auto category = utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_CN || category >= UTF8PROC_CATEGORY_CC;
}

// Japanese kana and Korean are written with words of their own.
bool is_chinese_scalar(std::int32_t code) {
  return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) ||
         (code >= 0x20000 && code <= 0x2A6DF) || (code >= 0x2A700 && code <= 0x2CEAF) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x2F800 && code <= 0x2FA1F);
}

bool is_punctuation_scalar(std::int32_t code) {
  if (code < 128) {
    return (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) ||
           (code >= 123 && code <= 126);
  }
  const auto category = utf8proc_category(code);
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

bool is_word_scalar(std::int32_t code) {
  const auto category = utf8proc_category(code);
  const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
  const bool digit = category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_NL;
  // Letters in circles and squares are signs that count as Alphabetic.
  const bool enclosed =
      (code >= 0x24B6 && code <= 0x24E9) || (code >= 0x1F130 && code <= 0x1F149) ||
      (code >= 0x1F150 && code <= 0x1F169) || (code >= 0x1F170 && code <= 0x1F189);
  return letter || digit || enclosed || is_mark_scalar(code) || category == UTF8PROC_CATEGORY_PC ||
         code == 0x200C || code == 0x200D;
}

std::string nfc(const std::string& text) {
  return is_ascii(text) ? text : mapped(text, UTF8PROC_COMPOSE);
}

std::string nfd(const std::string& text) {
  return is_ascii(text) ? text : mapped(text, UTF8PROC_DECOMPOSE);
}

std::string nfkc(const std::string& text) {
  return is_ascii(text) ? text : mapped(text, UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}

std::string nfkd(const std::string& text) {
  return is_ascii(text) ? text : mapped(text, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
}

std::string small_letters(std::string_view text) {
  constexpr std::string_view dotted = "\u0130";
  std::string small;
  while (true) {
    const std::size_t at = text.find(dotted);
    small += lower_case(text.substr(0, at));
    if (at == std::string_view::npos) return small;
    small += "i\u0307";
    text.remove_prefix(at + dotted.size());
  }
}

}  // namespace glassformer
