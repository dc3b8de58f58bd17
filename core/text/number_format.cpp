#include "core/text/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace glassformer {

namespace {

// As printf prints, but with a point in every locale.
std::string printed(double value, std::chars_format format, int precision) {
  std::array<char, 512> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
  return {buffer.data(), end.ptr};
}

double parsed(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// True if `text` is the very number that a cell holds, which is a float.
bool same_number(const std::string& text, double value) {
  return static_cast<float>(parsed(text)) == static_cast<float>(value);
}

std::string without_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// 1.2e-07 as mantissa and exponent: {"1.2", -7}. The exponent is the one after rounding: 0.9996 to
// three digits is {"1.00", 0}.
struct Parts {
  std::string mantissa;
  int exponent = 0;
};

Parts parts(double size, int digits) {
  const std::string text = printed(size, std::chars_format::scientific, digits - 1);
  const auto e = text.find('e');
  return {text.substr(0, e), std::stoi(text.substr(e + 1))};
}

std::string with_power(double size, int digits) {
  auto [mantissa, exponent] = parts(size, digits);
  const std::string bare = without_zeros(mantissa);
  if (same_number(bare + "e" + std::to_string(exponent), size)) mantissa = bare;
  return mantissa + "e" + (exponent < 0 ? "−" : "") + std::to_string(std::abs(exponent));
}

}  // namespace

std::string format_digits(double value, int digits) {
  if (std::isnan(value)) return "—";
  if (value == 0) return "0";
  const std::string sign = value < 0 ? "−" : "";
  if (std::isinf(value)) return sign + "∞";
  const double size = std::abs(value);
  const int wanted = std::clamp(digits, 1, 17);
  // Counts are read digit by digit: 1048576 rather than 1.04858e6.
  const bool count = size < 1e10 && size == std::floor(size);
  if (count && wanted >= 6) return sign + printed(size, std::chars_format::fixed, 0);
  const int exponent = parts(size, wanted).exponent;
  const int too_large = wanted == 1 ? 3 : std::max(4, wanted);
  if (exponent < -3 || exponent >= too_large) {
    // In a cell there is room for the power or for the digits, and the power says more.
    return sign + with_power(size, wanted > 3 ? wanted : std::min(wanted, 2));
  }
  std::string text = printed(size, std::chars_format::fixed, std::max(0, wanted - 1 - exponent));
  const std::string bare = without_zeros(text);
  return sign + (same_number(bare, size) ? bare : text);
}

std::string format_cell(double value) {
  // Counts are read digit by digit where a power of ten is hardly shorter.
  const bool count = std::abs(value) < 1e6 && value == std::floor(value);
  return format_digits(value, count ? 6 : 3);
}

std::string format_exact(double value) {
  return format_digits(value, 6);
}

}  // namespace glassformer
