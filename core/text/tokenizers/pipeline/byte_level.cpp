#include "core/text/tokenizers/pipeline/byte_level.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <unordered_map>

#include "core/text/unicode.h"

namespace glassformer {

const std::array<std::string, 256>& byte_letters() {
  static const auto made = [] {
    std::array<std::string, 256> letters;
    int next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
      const bool printable = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte != 0xAD);
      std::array<utf8proc_uint8_t, 4> to{};
      const auto size = utf8proc_encode_char(printable ? byte : next++, to.data());
      letters[static_cast<std::size_t>(byte)].assign(to.begin(), to.begin() + size);
    }
    return letters;
  }();
  return made;
}

std::string as_byte_letters(std::string_view bytes) {
  std::string letters;
  letters.reserve(bytes.size() * 2);
  for (const char byte : bytes) letters += byte_letters()[static_cast<unsigned char>(byte)];
  return letters;
}

std::string bytes_of_letters(std::string_view letters) {
  static const auto byte_of = [] {
    std::unordered_map<std::string_view, char> bytes;
    for (std::size_t byte = 0; byte < 256; ++byte) {
      bytes.emplace(byte_letters()[byte], static_cast<char>(byte));
    }
    return bytes;
  }();
  std::string bytes;
  for (const std::string_view letter : characters(letters)) {
    const auto found = byte_of.find(letter);
    if (found == byte_of.end()) return std::string(letters);
    bytes += found->second;
  }
  return bytes;
}

std::string readable_bytes(std::string_view bytes) {
  std::string text;
  for (const std::string_view c : characters(bytes)) {
    const bool broken = broken_utf8(c) != std::string_view::npos;
    const bool control = !broken && c.size() <= 2 && c != " " &&
                         (static_cast<unsigned char>(c[0]) < 0x20 || c[0] == 0x7F ||
                          (c.size() == 2 && c[0] == '\xC2' && c[1] < '\xA0'));
    if (!broken && !control) {
      text += c;
      continue;
    }
    for (const char byte : c) text += fmt::format("<0x{:02X}>", static_cast<unsigned char>(byte));
  }
  return text;
}

std::string whole_characters(std::string_view bytes) {
  std::string text;
  for (const std::string_view c : characters(bytes)) {
    text += broken_utf8(c) == std::string_view::npos ? c : "\uFFFD";
  }
  return text;
}

}  // namespace glassformer
