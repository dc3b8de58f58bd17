#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// The candidate that needs the fewest insertions, deletions, replacements and swaps of neighbours
// to become `word` (optimal string alignment distance), if that is at most a third of its length
// and so a likely slip; "" otherwise. Letters count regardless of case.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// How many insertions, deletions, replacements and swaps of neighbours make one word the other;
// more than `most` if that is all there is to know. Letters count regardless of case.
std::size_t slips_between(std::string_view a, std::string_view b, std::size_t most);

// What to say of a name that is not known: "; did you mean 'title'? The keys are …", or without a
// near one "; the keys are …". `what` is "keys are", and the like.
std::string instead_of(std::string_view word, std::string_view what,
                       std::span<const std::string> names);

// "a, b and c"; of very many the first ones, and how many more there are.
std::string listed(std::span<const std::string> words);

}  // namespace glassformer
