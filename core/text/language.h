#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace glassformer {

// The language whose function words come first in a list of words that is sorted by frequency, in
// English: "French". `rank` says where a word stands in the list, from 0; nothing: nowhere. Empty:
// too few of them are there, or two languages are too close.
using WordRank = std::function<std::optional<std::size_t>(std::string_view)>;
std::string_view language_of(const WordRank& rank);

}  // namespace glassformer
