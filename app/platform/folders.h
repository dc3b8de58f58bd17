#pragma once

#include <filesystem>

namespace glassformer {

// Where the program keeps what is its own, after the XDG base directory specification:
// $XDG_CONFIG_HOME/glassformer or ~/.config/glassformer, and so on. Nothing is made here; whoever
// writes makes the folder. Without a home folder (no HOME, no entry for the user): empty.
std::filesystem::path config_folder();       // settings, the last session
std::filesystem::path cache_folder();        // what can be made again
std::filesystem::path measured_card_file();  // in it: what was measured of graphics cards
std::filesystem::path crash_folder();        // and reports of crashes
std::filesystem::path kept_training_file();  // and what words were learned of a text of one's own

}  // namespace glassformer
