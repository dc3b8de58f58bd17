#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glassformer {

// The names of the first thousand files of a zip archive; none if it is no archive, or cannot be
// read.
std::vector<std::string> zip_names(const std::filesystem::path& file);

}  // namespace glassformer
