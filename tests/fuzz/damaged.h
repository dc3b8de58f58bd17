#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// For readers of packed files: random bytes hardly ever are an archive, so one is made of them, and
// then damaged as they say.
namespace glassformer::fuzz {

// Little-endian.
inline void put(std::string& to, std::uint32_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> (8 * i));
}

// The first byte says how many bytes of the archive are changed, each by three bytes of the input:
// where, and to what. The rest is packed; or, if it begins with `magic`, is an archive itself.
template <class Pack>
std::string damaged(std::string_view data, std::string_view magic, const Pack& pack) {
  if (data.empty() || data.starts_with(magic)) return std::string(data);
  const std::size_t changes = static_cast<unsigned char>(data[0]) % 16;
  data.remove_prefix(1);
  const std::string_view edits = data.substr(0, std::min(data.size(), 3 * changes));
  data.remove_prefix(edits.size());
  std::string made = pack(data);
  for (std::size_t i = 0; i + 2 < edits.size(); i += 3) {
    const auto low = static_cast<unsigned char>(edits[i]);
    const auto high = static_cast<unsigned char>(edits[i + 1]);
    made[(low + 256U * high) % made.size()] = edits[i + 2];
  }
  return made;
}

}  // namespace glassformer::fuzz
