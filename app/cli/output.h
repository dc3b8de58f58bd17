#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace glassformer {

// Whoever reads standard output has gone (`glassformer trace … | head`): the command ends without
// a word.
struct OutputClosed {};

// Writes to standard output, all of it and at once. Throws OutputClosed, or UserError when the
// disk is full or the like.
void print(std::string_view bytes);

// Throws UserError if the file that is read is one of those to be written: it would be lost. An
// empty name is no file.
void check_apart(const std::string& read, std::span<const std::filesystem::path> written);

// A table or an array has a second file, for its words, which nobody named. Throws UserError if
// there is one already and it does not belong to a first that is replaced.
void check_second_free(std::span<const std::filesystem::path> written);

}  // namespace glassformer
