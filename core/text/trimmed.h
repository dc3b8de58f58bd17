#pragma once

#include <string_view>

namespace glassformer {

// The text without what of `around` stands at its ends.
inline std::string_view trimmed(std::string_view text, std::string_view around = " \t\r\n") {
  const auto begin = text.find_first_not_of(around);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(around) - begin + 1);
}

}  // namespace glassformer
