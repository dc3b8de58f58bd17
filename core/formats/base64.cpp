#include "core/formats/base64.h"

#include <cstdint>

namespace glassformer {

namespace {

constexpr std::string_view base64_signs =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b) {
      group = group << 8 | (b < count ? static_cast<unsigned char>(bytes[i + b]) : 0U);
    }
    for (std::size_t sign = 0; sign < 4; ++sign) {
      text += sign <= count ? base64_signs[group >> (18 - 6 * sign) & 63] : '=';
    }
  }
  return text;
}

std::optional<std::string> base64_bytes(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) text.remove_suffix(1), ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t value = base64_signs.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xFF);
  }
  return bytes;
}

}  // namespace glassformer
