#pragma once

#include <string>
#include <string_view>

namespace glassformer {

// The text as it may be shown: bytes that are no UTF-8 and control characters, which could move a
// terminal's cursor, become the replacement mark U+FFFD.
// Spaces alone, which nobody would see, are written as "␣ (U+00A0)".
std::string readable(std::string_view text);

// What is far longer than any word, without a blank in it, is cut in its middle. A path stays
// whole.
std::string without_endless_words(std::string_view text);

// A token as it stands in quotation marks: the blank in front of a piece that begins a word, or a
// blank alone, is drawn as "␣".
std::string with_drawn_blank(std::string_view token);

// Whether it has characters, but none that leaves a mark: spaces of any kind and width.
bool is_blank(std::string_view text);

}  // namespace glassformer
