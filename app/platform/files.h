#pragma once

#include <filesystem>
#include <string_view>

namespace glassformer {

// Replaces the file as a whole: written beside it, synced, then renamed, so that whoever reads it,
// even after a power cut, finds the old bytes or the new ones. Folders on the way are made.
// Throws UserError naming the file and the reason.
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace glassformer
