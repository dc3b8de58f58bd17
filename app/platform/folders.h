#pragma once

#include <filesystem>

#include "core/formats/user_folders.h"  // IWYU pragma: export

namespace glassformer {

// In the cache folder of core/formats/user_folders.h; empty where there is none.
std::filesystem::path measured_card_file();  // what was measured of graphics cards
std::filesystem::path crash_folder();        // reports of crashes
std::filesystem::path kept_training_file();  // what words were learned of a text of one's own

// The specification says that a relative path in such a variable is to be ignored. We do; what the
// system's libraries keep (shaders, font lists) would lie in the current folder, so that those
// variables are taken away. Before any thread begins.
void forget_relative_folders();

}  // namespace glassformer
