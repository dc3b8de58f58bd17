#include "core/text/readable.h"

#include "core/text/unicode.h"

namespace glassformer {

namespace {
constexpr std::string_view replacement = "\xef\xbf\xbd";
}

std::string readable(std::string_view text) {
  std::string shown;
  for (const std::string_view character : characters(text)) {
    const auto code = static_cast<unsigned char>(character.front());
    const bool control =
        code < 0x20 || code == 0x7F ||
        (code == 0xC2 && character.size() == 2 && static_cast<unsigned char>(character[1]) < 0xA0);
    const bool broken = character.size() == 1 && code >= 0x80;
    shown.append(control || broken ? replacement : character);
  }
  return shown;
}

}  // namespace glassformer
