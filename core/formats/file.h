#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace glassformer {

// The bytes of an ordinary file of at most `most` bytes. Its size is looked at first, so a file too
// large is never read; a folder, a device or a pipe is refused before it can block. Throws
// UserError.
std::string read_file(const std::filesystem::path& file, std::size_t most);

// Writes beside the file, syncs, then renames: whoever reads it sees the old bytes or the new ones,
// and a full disk or a crash leaves the old file whole. A symbolic link stays one, and its target
// keeps its permissions; folders on the way are made. Throws UserError.
void write_file(const std::filesystem::path& file, std::string_view bytes);

// "12 bytes", "3.1 MB": for messages.
std::string readable_size(std::uintmax_t bytes);

}  // namespace glassformer
