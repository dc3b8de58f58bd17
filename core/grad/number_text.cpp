#include "core/grad/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace glassformer {

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  std::string text = std::isinf(value) ? "∞" : fmt::format("{:.4g}", std::abs(value));
  if (const auto e = text.find('e'); e != std::string::npos) {
    const auto digits = text.find_first_not_of("+-0", e + 1);
    text = text.substr(0, e + 1) + (text[e + 1] == '-' ? "−" : "") + text.substr(digits);
  }
  return (value < 0 ? "−" : "") + text;
}

}  // namespace glassformer
