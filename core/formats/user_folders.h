#pragma once

#include <filesystem>

namespace glassformer {

// Where the program keeps what is its own, after the XDG base directory specification:
// $XDG_CONFIG_HOME/glassformer or ~/.config/glassformer, and so on. Nothing is made here; whoever
// writes makes the folder. Without a home folder (no HOME, no entry for the user): empty.
std::filesystem::path config_folder();  // settings, the last session
std::filesystem::path cache_folder();   // what can be made again

}  // namespace glassformer
