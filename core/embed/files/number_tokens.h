#pragma once

#include <charconv>
#include <cstddef>
#include <limits>
#include <string_view>

namespace glassformer {

// The numbers of a line of text, separated by spaces and tabs.

inline bool is_separator(char c) {
  return c == ' ' || c == '\t';
}

// The last token of the text, which becomes shorter by it and the separators behind it; empty if
// there is none.
inline std::string_view last_token(std::string_view& text) {
  std::size_t end = text.size();
  while (end > 0 && is_separator(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && !is_separator(text[begin - 1])) --begin;
  const std::string_view token = text.substr(begin, end - begin);
  text = text.substr(0, begin);
  return token;
}

inline std::size_t count_tokens(std::string_view text, std::size_t max) {
  std::size_t count = 0;
  while (count < max && !last_token(text).empty()) ++count;
  return count;
}

// A number as people write it, "+" before it too. What is too large for a float is infinite and
// what is too small zero, as everywhere else; `beyond` is then set. False if it is no number.
inline bool parse_float(std::string_view token, float& number, bool& beyond) {
  if (token.starts_with('+')) token.remove_prefix(1);
  const char* const end = token.data() + token.size();
  const auto [after, error] = std::from_chars(token.data(), end, number);
  if (token.empty() || after != end) return false;
  if (error == std::errc{}) return true;
  if (error != std::errc::result_out_of_range) return false;
  // float is left as it was: a double tells large from small
  double wide = 0;
  const auto [unused, still] = std::from_chars(token.data(), end, wide);
  static_cast<void>(unused);
  const std::size_t exponent = token.find_first_of("eE");
  const bool small = still == std::errc{} ? wide > -1 && wide < 1
                                          : exponent != std::string_view::npos &&
                                                token.substr(exponent + 1).starts_with('-');
  const float large = std::numeric_limits<float>::infinity();
  number = small ? 0.0F : token.starts_with('-') ? -large : large;
  beyond = true;
  return true;
}

// How many numbers follow the word of a line; 0 if there is anything else behind it.
inline std::size_t numbers_behind_word(std::string_view line) {
  std::size_t numbers = 0;
  for (;; ++numbers) {
    const std::string_view token = last_token(line);
    if (token.empty() || line.empty()) return numbers;
    float number = 0;
    bool beyond = false;
    if (!parse_float(token, number, beyond)) return 0;
  }
}

}  // namespace glassformer
