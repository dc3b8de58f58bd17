#pragma once

#include <string>
#include <string_view>
#include <vector>

// Words that a user lists in a line: "man king woman queen", or with commas where words have
// spaces.
namespace glassformer {

std::vector<std::string> listed_words(std::string_view text);
// The list with the word at its end, or without it if it is there.
std::string with_word_toggled(std::string_view list, std::string_view word);

}  // namespace glassformer
