#pragma once

#include <filesystem>
#include <vector>

namespace glassformer {

// The names of all that is in a folder, in no order. Throws UserError. (The iterators of
// libstdc++'s std::filesystem end the program where memory is refused to them.)
std::vector<std::filesystem::path> names_in(const std::filesystem::path& folder);

}  // namespace glassformer
