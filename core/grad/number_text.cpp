#include "core/grad/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace glassformer {

std::string number_text(double value, int significant) {
  if (std::isnan(value)) return "nan";
  const std::string sign = value < 0 ? "−" : "";
  if (std::isinf(value)) return sign + "∞";
  const double size = std::abs(value);
  const std::string text = fmt::format("{:.{}g}", size, significant);
  const auto e = text.find('e');
  if (e == std::string::npos) return sign + text;
  std::string mantissa = text.substr(0, e);
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  const std::string minus = text[e + 1] == '-' ? "−" : "";
  return sign + mantissa + "e" + minus + text.substr(text.find_first_not_of("+-0", e + 1));
}

}  // namespace glassformer
