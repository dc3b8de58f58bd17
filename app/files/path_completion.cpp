#include "app/files/path_completion.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "app/files/opening.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

// What is looked at of a folder: no more would be looked through.
constexpr int kMostListed = 20'000;

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool starts_alike(std::string_view text, std::string_view start) {
  return text.size() >= start.size() &&
         std::equal(start.begin(), start.end(), text.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

// "%20" → " ".
std::string decoded(std::string_view address) {
  std::string path;
  for (std::size_t i = 0; i < address.size(); ++i) {
    int code = 0;
    const char* const digits = address.data() + i + 1;
    if (address[i] == '%' && i + 2 < address.size() &&
        std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += address[i];
    }
  }
  return path;
}

}  // namespace

std::string as_path(std::string_view typed) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = typed.find_first_not_of(blanks);
  if (first == typed.npos) return {};
  typed = typed.substr(first, typed.find_last_not_of(blanks) - first + 1);
  const bool quoted =
      typed.size() > 1 && (typed[0] == '"' || typed[0] == '\'') && typed.back() == typed[0];
  if (quoted) typed = typed.substr(1, typed.size() - 2);
  constexpr std::string_view scheme = "file://";
  if (typed.starts_with(scheme)) return decoded(typed.substr(scheme.size()));
  return without_tilde(std::string(typed));
}

std::string folder_of(const std::string& typed) {
  const std::string path = as_path(typed);
  return path.substr(0, path.rfind('/') + 1);
}

FolderList list_folder(const std::string& folder) {
  FolderList list{folder, {}};
  std::error_code failed;
  fs::directory_iterator i(folder.empty() ? fs::path(".") : fs::path(folder), failed);
  for (int seen = 0; !failed && i != fs::directory_iterator() && seen < kMostListed; ++seen) {
    std::string name = i->path().filename().string();
    std::error_code unknown;
    const bool is_folder = i->is_directory(unknown);
    if (is_folder) name += '/';
    list.entries.push_back({folder + name, name, is_folder});
    i.increment(failed);
  }
  std::ranges::sort(list.entries, [](const PathEntry& a, const PathEntry& b) {
    if (a.folder != b.folder) return a.folder;
    return std::ranges::lexicographical_compare(a.name, b.name, {}, lower, lower);
  });
  return list;
}

std::vector<PathEntry> completions(const FolderList& list, const std::string& typed,
                                   std::size_t most) {
  const std::string path = as_path(typed);
  const std::string begun = path.substr(path.rfind('/') + 1);
  std::vector<PathEntry> all;
  for (const PathEntry& entry : list.entries) {
    const bool hidden = entry.name.starts_with('.') && !begun.starts_with('.');
    if (hidden || !starts_alike(entry.name, begun)) continue;
    if (all.size() == most) break;
    all.push_back(entry);
  }
  return all;
}

std::string common_start(const std::vector<PathEntry>& entries, const std::string& typed) {
  if (entries.empty()) return typed;
  std::string common = entries.front().path;
  for (const PathEntry& entry : entries) {
    const auto differ = std::ranges::mismatch(common, entry.path, {}, lower, lower);
    common.erase(differ.in1, common.end());
  }
  return common.size() > as_path(typed).size() ? common : typed;
}

}  // namespace glassformer
