#include <charconv>
#include <cmath>
#include <limits>

#include "app/widgets/theme.h"

namespace glassformer {

std::optional<double> parse_number(std::string_view text) {
  constexpr std::string_view kMinus = "−";
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  bool negative = false;
  if (text.starts_with(kMinus)) {
    negative = true;
    text.remove_prefix(kMinus.size());
  } else if (text.starts_with('-') || text.starts_with('+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  double value = 0;
  if (text == "inf" || text == "∞") {
    value = std::numeric_limits<double>::infinity();
  } else {
    if (text.starts_with('-') || text.starts_with('+')) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || std::isnan(value)) {
      return std::nullopt;
    }
  }
  return negative ? -value : value;
}

}  // namespace glassformer
