#include "app/platform/direction.h"

#include <fribidi.h>

#include <algorithm>
#include <numeric>

namespace glassformer {

namespace {
constexpr char32_t left_to_right_mark = 0x200E, right_to_left_mark = 0x200F;
}

bool reads_right_to_left(std::u32string_view line) {
  if (line.empty() || line.front() == left_to_right_mark) return false;
  if (line.front() == right_to_left_mark) return true;
  std::size_t left = 0, right = 0;
  for (const char32_t c : line) {
    const FriBidiCharType type = fribidi_get_bidi_type(c);
    if (FRIBIDI_IS_LETTER(type)) ++(FRIBIDI_IS_RTL(type) ? right : left);
  }
  return right > left;
}

namespace {

// The line as the algorithm is to see it: what our quotes hold is a text of its own, and pulls no
// number of the sentence around it to its other side.
struct Isolated {
  std::vector<FriBidiChar> characters;
  std::vector<std::size_t> places;  // of each character of the line, in `characters`
};

Isolated isolated(std::u32string_view line, bool from_right) {
  constexpr FriBidiChar begin = 0x2068, end = 0x2069;  // "first strong isolate" and its end
  constexpr char32_t open = 0x201C, close = 0x201D;
  Isolated made;
  int depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool closes = !from_right && depth > 0 && line[i] == close;
    if (closes) made.characters.push_back(end), --depth;
    made.places.push_back(made.characters.size());
    made.characters.push_back(line[i]);
    const bool opens =
        !from_right && line[i] == open && line.find(close, i) != std::u32string_view::npos;
    if (opens) made.characters.push_back(begin), ++depth;
  }
  return made;
}

}  // namespace

std::vector<std::uint8_t> direction_levels(std::u32string_view line) {
  const bool from_right = reads_right_to_left(line);
  std::vector<std::uint8_t> result(line.size(), static_cast<std::uint8_t>(from_right ? 1 : 0));
  if (line.empty()) return result;
  const Isolated seen = isolated(line, from_right);
  const auto size = static_cast<FriBidiStrIndex>(seen.characters.size());
  std::vector<FriBidiCharType> types(seen.characters.size());
  std::vector<FriBidiBracketType> brackets(seen.characters.size());
  std::vector<FriBidiLevel> levels(seen.characters.size());
  fribidi_get_bidi_types(seen.characters.data(), size, types.data());
  fribidi_get_bracket_types(seen.characters.data(), size, types.data(), brackets.data());
  FriBidiParType base = from_right ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
  if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), size, &base,
                                          levels.data()) == 0) {
    return result;  // no memory: in the order of reading
  }
  std::size_t end = line.size();  // of all but the blanks that end the line: these stay outside
  while (end > 0 && FRIBIDI_IS_EXPLICIT_OR_BN_OR_WS(types[seen.places[end - 1]])) --end;
  for (std::size_t i = 0; i < end; ++i) {
    result[i] = static_cast<std::uint8_t>(std::max<FriBidiLevel>(0, levels[seen.places[i]]));
  }
  return result;
}

std::vector<std::size_t> visual_order(const std::vector<std::uint8_t>& levels) {
  std::vector<std::size_t> order(levels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::uint8_t most = levels.empty() ? 0 : *std::max_element(levels.begin(), levels.end());
  // From the highest level down to 1, whatever stands on it or above is turned round.
  for (int level = most; level > 0; --level) {
    for (std::size_t from = 0; from < order.size();) {
      std::size_t to = from;
      while (to < order.size() && levels[order[to]] >= level) ++to;
      std::reverse(order.begin() + static_cast<std::ptrdiff_t>(from),
                   order.begin() + static_cast<std::ptrdiff_t>(to));
      from = std::max(to, from + 1);
    }
  }
  return order;
}

char32_t mirrored(char32_t character) {
  FriBidiChar other = character;
  fribidi_get_mirror_char(character, &other);
  return other;
}

}  // namespace glassformer
