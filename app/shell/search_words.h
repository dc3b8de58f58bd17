#pragma once

#include <string_view>

namespace glassformer {

// What the field calls the subject of a lesson besides the words that stand in it; empty for a
// lesson that does not ship.
std::string_view search_words(std::string_view lesson);

}  // namespace glassformer
