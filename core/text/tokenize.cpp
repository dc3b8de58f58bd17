#include "core/text/tokenize.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tensor/error.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

enum class Class { space, letter, digit, ideograph, joiner, mark, sign };

bool is_ideograph(utf8proc_int32_t c) {
  return (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x323AF) || c == 0x3007;
}

Class class_of(utf8proc_int32_t c) {
  if (is_ideograph(c)) return Class::ideograph;
  if (c == 0x200C || c == 0x200D) return Class::joiner;  // within words of Persian and Hindi
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_PC:
      return Class::letter;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return Class::digit;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return Class::mark;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:  // directions and byte-order marks: they show nothing
      return Class::space;
    default:
      return Class::sign;
  }
}

bool is_apostrophe(utf8proc_int32_t c) {
  return c == '\'' || c == 0x2019 || c == 0x02BC;
}

struct Point {
  utf8proc_int32_t code = 0;
  Class of{};
  std::size_t begin = 0;  // in bytes
};

// The classes of ASCII: most of most texts.
const std::array<Class, 0x80>& ascii_classes() {
  static const std::array<Class, 0x80> classes = [] {
    std::array<Class, 0x80> made{};
    for (std::size_t c = 0; c < made.size(); ++c) made[c] = class_of(static_cast<int>(c));
    return made;
  }();
  return classes;
}

// Of text that is UTF-8.
std::vector<Point> decode(std::string_view text) {
  const std::array<Class, 0x80>& ascii = ascii_classes();
  std::vector<Point> points;
  points.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (const auto byte = static_cast<unsigned char>(text[at]); byte < 0x80) {
      points.push_back({byte, ascii[byte], at});
      ++at;
      continue;
    }
    utf8proc_int32_t code = 0;
    const auto left = static_cast<utf8proc_ssize_t>(text.size() - at);
    const utf8proc_ssize_t size =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at, left, &code);
    points.push_back({code, class_of(code), at});
    at += static_cast<std::size_t>(std::max<utf8proc_ssize_t>(1, size));
  }
  return points;
}

// The length of a special token that starts here, or 0: <s>, </s>, <eos>, [CLS].
std::size_t special_size(std::string_view text) {
  if (text[0] != '<' && text[0] != '[') return 0;
  constexpr std::array<std::string_view, 5> bracketed{"[CLS]", "[SEP]", "[MASK]", "[PAD]", "[UNK]"};
  for (const std::string_view token : bracketed) {
    if (text.starts_with(token)) return token.size();
  }
  if (!text.starts_with('<')) return 0;
  const std::size_t begin = text.starts_with("</") ? 2 : 1;
  std::size_t end = begin;
  const auto fits = [&](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  while (end < text.size() && end - begin < 12 && fits(text[end])) ++end;
  return end > begin && end < text.size() && text[end] == '>' ? end + 1 : 0;
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text), points_(decode(text)) {}

  std::vector<std::string> split() {
    constexpr std::size_t usual = 5;  // characters of a word, and the space behind it
    tokens_.reserve(points_.size() / usual + 1);
    while (at_ < points_.size()) {
      const Class c = class_at(at_);
      if (const std::size_t size = special_size(text_.substr(points_[at_].begin)); size > 0) {
        take(at_ + size);  // ASCII: one byte a point
      } else if (c == Class::space || c == Class::joiner) {
        ++at_;
      } else if (c == Class::letter || c == Class::digit || c == Class::mark) {
        take(word_end(at_));
      } else {
        take(cluster_end(at_));
      }
    }
    return std::move(tokens_);
  }

 private:
  Class class_at(std::size_t i) const { return points_[i].of; }
  bool wordy(std::size_t i) const {
    if (i >= points_.size()) return false;
    const Class c = class_at(i);
    return c == Class::letter || c == Class::digit || c == Class::mark;
  }

  // One past the word that starts at i.
  std::size_t word_end(std::size_t i) const {
    for (++i; i < points_.size(); ++i) {
      if (wordy(i)) continue;
      if (!wordy(i + 1)) break;
      const utf8proc_int32_t code = points_[i].code;
      const bool between_digits =
          class_at(i - 1) == Class::digit && class_at(i + 1) == Class::digit;
      if (is_apostrophe(code) || class_at(i) == Class::joiner) continue;
      if ((code == '.' || code == ',') && between_digits) continue;
      break;
    }
    return i;
  }

  // One past the grapheme cluster that starts at i: a sign and all that modifies it.
  std::size_t cluster_end(std::size_t i) const {
    utf8proc_int32_t state = 0;
    for (++i; i < points_.size(); ++i) {
      if (utf8proc_grapheme_break_stateful(points_[i - 1].code, points_[i].code, &state)) break;
    }
    return i;
  }

  void take(std::size_t end) {
    const std::size_t begin = points_[at_].begin;
    const std::size_t stop = end < points_.size() ? points_[end].begin : text_.size();
    tokens_.emplace_back(text_.substr(begin, stop - begin));
    at_ = end;
  }

  std::string_view text_;
  std::vector<Point> points_;
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::string> tokens_of(std::string_view text) {
  if (text.size() > max_sentence_bytes) {
    throw UserError(fmt::format("the sentence has {} bytes; at most {} can be read: shorten it",
                                text.size(), max_sentence_bytes));
  }
  // The byte is named as it was typed, before anything is composed.
  if (const std::string fault = utf8_fault(text); !fault.empty()) {
    throw UserError("the sentence " + fault);
  }
  const std::string whole = composed(text);
  return Splitter(whole).split();
}

std::vector<std::string> tokenize(std::string_view sentence) {
  std::vector<std::string> tokens = tokens_of(sentence);
  if (tokens.empty()) throw UserError("the sentence is empty: type at least one word");
  if (tokens.size() > max_tokens) {
    throw UserError(fmt::format(
        "the sentence has {} tokens; at most {} can be shown, since attention grows with the "
        "square of the length: shorten it",
        tokens.size(), max_tokens));
  }
  return tokens;
}

}  // namespace glassformer
