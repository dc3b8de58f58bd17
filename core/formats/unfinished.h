#pragma once

#include <filesystem>
#include <string>

namespace glassformer {

// A file that is being written stands beside its target until it is renamed: "OUT.part-PID-abcdef".
// A kill leaves it there; whoever writes the same target next takes it away, once the program that
// wrote it is gone.

// For mkostemp() and mkdtemp(): ends in XXXXXX. A name too long for that is shortened.
std::string unfinished_name(const std::filesystem::path& target);
// Keeps others from taking the file for one that was left.
void mark_as_written(int descriptor);
// Takes away what earlier programs left of this target. What cannot be told, or taken, stays.
void remove_unfinished(const std::filesystem::path& target);
// The same for a folder of files that nobody keeps, made by mkdtemp() with such a name.
void remove_unfinished_folders(const std::filesystem::path& target);

}  // namespace glassformer
