#include "core/text/tokenizers/pipeline/characters_map.h"

#include <cstring>

#include "core/formats/base64.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

// A cell of Darts-clone: a leaf's value, or a label, where its children begin, and whether a rule
// ends here.
constexpr bool ends_rule(std::uint32_t cell) {
  return (cell >> 8 & 1) != 0;
}
constexpr std::uint32_t value(std::uint32_t cell) {
  return cell & 0x7FFFFFFF;
}
constexpr std::uint32_t label(std::uint32_t cell) {
  return cell & 0x800000FF;
}
constexpr std::uint32_t offset(std::uint32_t cell) {
  return (cell >> 10) << ((cell & 0x200) >> 6);
}

}  // namespace

std::shared_ptr<const CharactersMap> CharactersMap::from_bytes(std::string_view bytes) {
  std::uint32_t size = 0;
  if (bytes.size() <= sizeof(size)) return nullptr;
  for (std::size_t i = 0; i < sizeof(size); ++i) {
    size |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  if (size == 0 || size % 4 != 0 || size >= bytes.size() - sizeof(size)) return nullptr;
  auto map = std::make_shared<CharactersMap>();
  map->bytes_ = bytes;
  map->cells_.resize(size / 4);
  for (std::size_t i = 0; i < map->cells_.size(); ++i) {
    std::uint32_t cell = 0;
    for (std::size_t b = 0; b < 4; ++b) {
      cell |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[4 + 4 * i + b]))
              << (8 * b);
    }
    map->cells_[i] = cell;
  }
  map->texts_ = bytes.substr(sizeof(size) + size);
  // Each text ends at a zero byte, and what comes out of a map must stay UTF-8.
  if (map->texts_.back() != '\0') map->texts_ += '\0';
  if (broken_utf8(map->texts_) != std::string::npos) return nullptr;
  return map;
}

std::shared_ptr<const CharactersMap> CharactersMap::from_base64(std::string_view text) {
  const auto bytes = base64_bytes(text);
  return bytes ? from_bytes(*bytes) : nullptr;
}

template <class Visit>
bool CharactersMap::walk(std::string_view text, const Visit& visit) const {
  std::uint32_t at = offset(cells_[0]);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    at ^= byte;
    if (at >= cells_.size() || label(cells_[at]) != byte) return false;
    const std::uint32_t cell = cells_[at];
    at ^= offset(cell);
    if (!ends_rule(cell)) continue;
    if (at >= cells_.size()) return false;
    const std::uint32_t begin = value(cells_[at]);
    // A rule that cuts a character, or points beyond the texts, is a broken file's.
    const bool whole =
        i + 1 == text.size() || (static_cast<unsigned char>(text[i + 1]) & 0xC0) != 0x80;
    if (begin >= texts_.size() || !whole) continue;
    if (begin > 0 && (static_cast<unsigned char>(texts_[begin]) & 0xC0) == 0x80) continue;
    if (!visit(i + 1, std::string_view(texts_.data() + begin))) return true;
  }
  return true;
}

std::optional<CharactersMap::Rule> CharactersMap::longest(std::string_view text) const {
  std::optional<Rule> found;
  walk(text, [&](std::size_t taken, std::string_view becomes) {
    found = Rule{taken, becomes};
    return true;
  });
  return found;
}

std::optional<std::string_view> CharactersMap::shortest(std::string_view text) const {
  std::optional<std::string_view> found;
  walk(text, [&](std::size_t, std::string_view becomes) {
    found = becomes;
    return false;
  });
  return found;
}

bool CharactersMap::begins_a_rule(std::string_view bytes) const {
  return walk(bytes, [](std::size_t, std::string_view) { return true; });
}

}  // namespace glassformer
