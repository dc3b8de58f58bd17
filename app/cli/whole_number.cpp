#include "app/cli/whole_number.h"

#include <charconv>
#include <cstdint>

namespace glassformer {

std::string whole_number(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc{} && after == end) return {};
  return "'" + text + "' is no whole number from 0 to 18446744073709551615";
}

}  // namespace glassformer
