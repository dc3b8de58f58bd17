#pragma once

#include <filesystem>

namespace glassformer {

// Where the shipped files lie (lessons/, weights/, world/): $GLASSFORMER_ASSETS,
// ../share/glassformer beside the executable, the source tree, the first that exists. Throws
// UserError if none does.
std::filesystem::path assets_folder();

}  // namespace glassformer
