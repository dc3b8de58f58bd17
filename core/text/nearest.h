#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// The candidate that needs the fewest insertions, deletions, replacements and swaps of neighbours
// to become `word` (optimal string alignment distance), if that is at most a third of its length
// and so a likely slip; "" otherwise. Letters count regardless of case.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// "did you mean 'title'? " or, without a near one, "".
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

// "a, b and c"
std::string listed(std::span<const std::string> words);

}  // namespace glassformer
