#pragma once

#include <string_view>

namespace glassformer {

// Whoever reads standard output has gone (`glassformer trace … | head`): the command ends without
// a word.
struct OutputClosed {};

// Writes to standard output, all of it and at once. Throws OutputClosed, or UserError when the
// disk is full or the like.
void print(std::string_view bytes);

}  // namespace glassformer
