#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace glassformer {

// Whether the line reads from right to left as a whole: most of its letters do. A mark of direction
// at its beginning (U+200E, U+200F) decides instead. Not by the first letter, as in a letter to a
// friend: a sentence of ours may begin with a word of yours.
bool reads_right_to_left(std::u32string_view line);

// The level of each character by Unicode's bidirectional algorithm: odd ones run from right to
// left.
std::vector<std::uint8_t> direction_levels(std::u32string_view line);

// In which order pieces of such levels stand from left to right: indices into `levels`.
std::vector<std::size_t> visual_order(const std::vector<std::uint8_t>& levels);

char32_t mirrored(char32_t character);  // "(" is written ")" from right to left

}  // namespace glassformer
