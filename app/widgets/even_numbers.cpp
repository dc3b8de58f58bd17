#include "app/widgets/even_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr double kTiny = 1e-3, kLarge = 1e4;
constexpr const char* kDot = "·";

}  // namespace

int even_decimals(double largest) {
  const int decimals = decimals_of(largest);
  return largest <= 1 ? std::max(3, decimals) : largest < kLarge ? std::max(1, decimals) : decimals;
}

int exact_decimals(double value, int most) {
  constexpr double kRounding = 2.4e-7;  // relative, of a sum of floats
  double power = 1;
  for (int decimals = 0; decimals < most; ++decimals, power *= 10) {
    if (std::abs(std::round(value * power) / power - value) <= kRounding * std::abs(value)) {
      return decimals;
    }
  }
  return most;
}

EvenNumbers::EvenNumbers(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  tiny_ = largest < kTiny;
  decimals_ = even_decimals(largest);
  signed_ = std::ranges::any_of(values, [](double value) { return value < 0; });
  dots_ = std::ranges::any_of(values, [this](double value) { return rounds_to_nothing(value); });
}

bool EvenNumbers::rounds_to_nothing(double value) const {
  return !tiny_ && value != 0 && std::abs(value) < 0.5 * std::pow(10.0, -decimals_);
}

std::string EvenNumbers::of(double value) const {
  if (tiny_) return format_cell(value);
  if (rounds_to_nothing(value)) return kDot;
  // What is nearer to one unit of the last decimal than to nothing reads as that unit.
  const double unit = std::pow(10.0, -decimals_);
  const bool less = value != 0 && std::abs(value) < unit;
  return format_decimals(less ? std::copysign(unit, value) : value, decimals_);
}

std::string EvenNumbers::note() const {
  if (!dots_) return {};
  const double below = 0.5 * std::pow(10.0, -decimals_);
  return std::string(kDot) + (signed_ ? " within ±" : " below ") +
         format_decimals(below, decimals_ + 1);
}

}  // namespace glassformer
