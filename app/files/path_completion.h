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
// All that lies in a folder, in the order of completions(); nothing for one that cannot be listed.
// The folder is as in a path, with its slash at the end, or empty for where the program runs.
struct FolderList {
  std::string folder;
  std::vector<PathEntry> entries;
};
FolderList list_folder(const std::string& folder);
// The folder that a typed path leads into.
std::string folder_of(const std::string& typed);

// What of its folder a typed path may go on as: folders first, each in the order of the alphabet;
// what begins with a dot only where a dot was typed. Upper and lower case are the same.
std::vector<PathEntry> completions(const FolderList& list, const std::string& typed,
                                   std::size_t most);
// What all of them have in common, where that is more than what was typed; else what was typed.
std::string common_start(const std::vector<PathEntry>& entries, const std::string& typed);

}  // namespace glassformer
