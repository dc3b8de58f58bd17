#include "core/grad/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace glassformer {

std::string number_text(double value, int significant, const NumberSigns& signs) {
  if (std::isnan(value)) return "nan";
  std::string text(value < 0 ? signs.minus : std::string_view());
  if (std::isinf(value)) return text.append(signs.infinity);
  std::array<char, 64> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(value),
                                 std::chars_format::general, std::min(significant, 40));
  const std::string_view all(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
  const auto e = all.find('e');
  if (e == all.npos) return text.append(all);
  std::string_view mantissa = all.substr(0, e);
  if (mantissa.find('.') != mantissa.npos) {
    mantissa = mantissa.substr(0, mantissa.find_last_not_of('0') + 1);
    if (mantissa.ends_with('.')) mantissa.remove_suffix(1);
  }
  text.append(mantissa).push_back('e');
  if (all[e + 1] == '-') text.append(signs.minus);
  return text.append(all.substr(all.find_first_not_of("+-0", e + 1)));
}

}  // namespace glassformer
