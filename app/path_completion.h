#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// A path as it was typed or pasted: without blanks and quotes around it, from a file:// address,
// with ~ for the home folder.
std::string as_path(std::string_view typed);

// What a typed path may go on as.
struct PathEntry {
  std::string path;  // whole, a folder's with a slash at its end
  std::string name;  // its last part, likewise
  bool folder = false;
};
// Folders first, each in the order of the alphabet; what begins with a dot only where a dot was
// typed. Upper and lower case are the same. Empty for a folder that cannot be listed.
std::vector<PathEntry> completions(const std::string& typed, std::size_t most);
// What all of them have in common, where that is more than what was typed; else what was typed.
std::string common_start(const std::vector<PathEntry>& entries, const std::string& typed);

}  // namespace glassformer
