#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace glassformer {

// What was measured of graphics cards, in a file: a JSON object of a card's name, of what, and of
// what it is. An entry is JSON as text. A convenience: without the file, or where it cannot be read
// or written, it is measured again. An empty path keeps nothing.
std::string kept_of_card(const std::filesystem::path& file, const std::string& card,
                         const std::string& what);  // empty: nothing
void keep_of_card(const std::filesystem::path& file, const std::string& card,
                  const std::string& what, std::string_view entry);

}  // namespace glassformer
