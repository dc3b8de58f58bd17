#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace glassformer {

// Standard output was closed by its reader (`glassformer trace … | head`): the command ends without
// a message.
struct OutputClosed {};

// Writes to standard output, all of it and at once. Throws OutputClosed, or UserError when the
// disk is full or the like.
void print(std::string_view bytes);

// Throws UserError if the file that is read is one of those to be written: it would be lost. An
// empty name is no file.
void check_apart(const std::string& read, std::span<const std::filesystem::path> written);

// A table or an array comes with a second file, for its words, whose name the user did not give.
// Throws UserError if that file exists already and the first one does not: it belongs to something
// else.
void check_second_free(std::span<const std::filesystem::path> written);

}  // namespace glassformer
