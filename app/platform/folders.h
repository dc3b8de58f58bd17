#pragma once

#include <filesystem>

#include "core/formats/user_folders.h"  // IWYU pragma: export

namespace glassformer {

// In the cache folder of core/formats/user_folders.h; empty where there is none.
std::filesystem::path measured_card_file();  // what was measured of graphics cards
std::filesystem::path crash_folder();        // reports of crashes
std::filesystem::path kept_training_file();  // what words were learned of a text of one's own

}  // namespace glassformer
