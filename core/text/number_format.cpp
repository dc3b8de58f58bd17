#include "core/text/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace glassformer {

namespace {

constexpr std::string_view kThin = "\u2009";  // thin space: lines do not break there
constexpr std::string_view kMinus = "−";
constexpr int kMostZeros = 4;        // of 0.0003 and 30 000: beyond them stands a power of ten
constexpr std::size_t kGroup = 3;    // digits
constexpr std::size_t kGrouped = 5;  // so many digits before the point are grouped

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

// The size of a number as the text of its digits, and the power of ten behind them; 0: none.
struct Written {
  std::string digits;
  int power = 0;
};

// 1.2e-07 as mantissa and exponent: {"1.2", -7}. The exponent is the one after rounding: 0.9996 to
// three digits is {"1.00", 0}.
Written parts(double size, int digits) {
  const std::string text = printed(size, std::chars_format::scientific, digits - 1);
  const auto e = text.find('e');
  return {text.substr(0, e), std::stoi(text.substr(e + 1))};
}

Written with_power(double size, int digits) {
  Written written = parts(size, digits);
  const std::string bare = without_zeros(written.digits);
  if (same_number(bare + "e" + std::to_string(written.power), size)) written.digits = bare;
  return written;
}

Written written(double size, int digits) {
  // Counts are read digit by digit: 1 048 576 rather than 1.04858 × 10⁶.
  const bool count = size < 1e10 && size == std::floor(size);
  if (count && digits >= 6) return {printed(size, std::chars_format::fixed, 0)};
  const int exponent = parts(size, digits).power;
  if (exponent < -kMostZeros || exponent >= std::max(kMostZeros + 1, digits)) {
    return with_power(size, digits);
  }
  std::string text = printed(size, std::chars_format::fixed, std::max(0, digits - 1 - exponent));
  std::string bare = without_zeros(text);
  return {same_number(bare, size) ? std::move(bare) : std::move(text)};
}

std::string grouped(std::string digits, std::string_view gap) {
  const std::size_t whole = std::min(digits.find('.'), digits.size());
  if (whole < kGrouped) return digits;
  for (std::size_t at = whole; at > kGroup;) digits.insert(at -= kGroup, gap);
  return digits;
}

std::string raised(int power) {
  constexpr std::array<std::string_view, 10> kRaised{"⁰", "¹", "²", "³", "⁴",
                                                     "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char digit : std::to_string(power)) {
    text +=
        digit == '-' ? std::string_view("⁻") : kRaised.at(static_cast<std::size_t>(digit - '0'));
  }
  return text;
}

std::string in_print(const Written& size) {
  std::string text = grouped(size.digits, kThin);
  if (size.power == 0) return text;
  if (text == "1") return "10" + raised(size.power);
  text.append(kThin).append("×").append(kThin).append("10");
  return text + raised(size.power);
}

// What has no digits; else empty.
std::string without_digits(double value) {
  if (std::isnan(value)) return "—";
  if (value == 0) return "0";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  return {};
}

std::string sign_of(double value) {
  return std::string(value < 0 ? kMinus : std::string_view());
}

int clamped(int digits) {
  return std::clamp(digits, 1, 17);
}

// Where the digits of a number end that begins at `at`: "12", "0.5", "1.2e-05".
std::size_t number_end(std::string_view text, std::size_t at) {
  const auto digit = [&](std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  const auto run = [&](std::size_t i) {
    while (digit(i)) ++i;
    return i;
  };
  std::size_t end = run(at);
  if (end < text.size() && text[end] == '.' && digit(end + 1)) end = run(end + 1);
  if (end < text.size() && text[end] == 'e') {
    std::size_t power = end + 1;
    if (text.substr(power).starts_with(kMinus)) {
      power += kMinus.size();
    } else if (power < text.size() && (text[power] == '-' || text[power] == '+')) {
      ++power;
    }
    if (digit(power)) return run(power);
  }
  return end;
}

std::string typeset_number(std::string_view text) {
  const std::size_t e = text.find('e');
  Written size{std::string(text.substr(0, e))};
  if (e != text.npos) {
    std::string_view power = text.substr(e + 1);
    const bool small = power.starts_with('-') || power.starts_with(kMinus);
    power.remove_prefix(std::min(power.find_first_of("0123456789"), power.size()));
    std::from_chars(power.data(), power.data() + power.size(), size.power);
    if (small) size.power = -size.power;
  }
  return in_print(size);
}

// How long a minus sign at this place is; 0: there is none.
std::size_t minus_at(std::string_view text, std::size_t at) {
  if (text[at] == '-') return 1;
  return text.substr(at).starts_with(kMinus) ? kMinus.size() : 0;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// A cosine of a vector with itself is 0.99999994 in floats: it is 1, and the next one, which came
// out as 1, is not to look like another number.
double whole_but_for_rounding(double value) {
  constexpr double kRounding = 5e-7;
  const double whole = std::round(value);
  return std::abs(value - whole) <= kRounding * std::abs(whole) && std::abs(whole) < 1e5 ? whole
                                                                                         : value;
}

}  // namespace

std::string format_digits(double value, int digits) {
  if (std::string text = without_digits(value); !text.empty()) return text;
  return sign_of(value) + in_print(written(std::abs(value), clamped(digits)));
}

std::string format_cell(double value) {
  value = whole_but_for_rounding(value);
  // Counts are read digit by digit where a power of ten is hardly shorter.
  const bool count = std::abs(value) < 1e6 && value == std::floor(value);
  return format_digits(value, count ? 6 : 3);
}

std::string format_exact(double value) {
  return format_digits(value, 6);
}

std::string format_count(double count) {
  if (!(std::abs(count) < 1e15) || count != std::floor(count)) return format_exact(count);
  return sign_of(count) + grouped(printed(std::abs(count), std::chars_format::fixed, 0), kThin);
}

std::string format_decimals(double value, int decimals) {
  value = whole_but_for_rounding(value);
  const double size = std::abs(value);
  const bool few = size * std::pow(10.0, decimals) < 0.95;  // it would read as 0.00
  if (!std::isfinite(value) || value == std::floor(value) || few || size >= 1e5) {
    return format_cell(value);
  }
  const std::string digits = printed(size, std::chars_format::fixed, std::max(0, decimals));
  return sign_of(value) + grouped(digits, kThin);
}

int decimals_of(double largest) {
  if (!(largest > 0) || !std::isfinite(largest)) return 2;
  return std::clamp(2 - parts(largest, 3).power, 0, kMostZeros + 2);
}

std::string format_power(double value, int digits) {
  if (std::string text = without_digits(value); !text.empty()) return text;
  return sign_of(value) + in_print(with_power(std::abs(value), clamped(digits)));
}

std::string format_compact(double value, int digits) {
  if (std::string text = without_digits(value); !text.empty()) return text;
  const double size = std::abs(value);
  const int wanted = clamped(digits);
  const int exponent = parts(size, wanted).power;
  if (exponent >= -3 && exponent < (wanted == 1 ? 3 : 4)) return format_digits(value, wanted);
  const Written short_one = with_power(size, std::min(wanted, 2));
  const std::string power = std::to_string(std::abs(short_one.power));
  return sign_of(value) + short_one.digits + "e" + (short_one.power < 0 ? "−" : "") + power;
}

std::string format_markup(double value, int digits) {
  if (std::string text = without_digits(value); !text.empty()) return text;
  const Written size = written(std::abs(value), clamped(digits));
  std::string text = sign_of(value) + grouped(size.digits, "\\,");
  if (size.power == 0) return text;
  const std::string power = std::to_string(std::abs(size.power));
  text = size.digits == "1" ? sign_of(value) : text + " \\cdot ";
  return text + "10^{" + (size.power < 0 ? "−" : "") + power + "}";
}

std::string format_typed(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (value == std::floor(value) && std::abs(value) < 1e10) {
    return printed(value == 0 ? 0 : value, std::chars_format::fixed, 0);
  }
  return printed(value, std::chars_format::general, 6);
}

std::string format_quantity(double value, std::string_view unit) {
  constexpr std::array<std::string_view, 10> kPrefixes{"n", "µ", "m", "",  "k",
                                                       "M", "G", "T", "P", "E"};
  std::size_t prefix = 3;
  const auto rounded = [&] {
    return std::abs(parsed(printed(value, std::chars_format::scientific, 2)));
  };
  while (rounded() >= 1000 && prefix + 1 < kPrefixes.size()) {
    value /= 1000;
    ++prefix;
  }
  while (value != 0 && rounded() < 1 && prefix > 0) {
    value *= 1000;
    --prefix;
  }
  std::string text = format_digits(value, 3);
  const std::string name = std::string(kPrefixes.at(prefix)).append(unit);
  return name.empty() ? text : text + " " + name;
}

std::string typeset_numbers(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool in_word = at > 0 && is_letter(text[at - 1]);
    if (text[at] >= '0' && text[at] <= '9' && !in_word) {
      const std::size_t end = number_end(text, at);
      out += typeset_number(text.substr(at, end - at));
      at = end;
    } else if (!in_word && text.substr(at).starts_with("inf") &&
               (at + 3 == text.size() || !is_letter(text[at + 3]))) {
      out += "∞";
      at += 3;
    } else if (const std::size_t minus = minus_at(text, at); minus > 0 && !in_word) {
      at += minus;
      const bool number = at < text.size() && text[at] >= '0' && text[at] <= '9';
      const bool factor = out.ends_with("× ") || out.ends_with("÷ ");
      out.append(number && factor ? "(" : "").append(kMinus);
      if (number && factor) {
        const std::size_t end = number_end(text, at);
        out += typeset_number(text.substr(at, end - at)) + ")";
        at = end;
      }
    } else {
      out += text[at++];
    }
  }
  return out;
}

}  // namespace glassformer
