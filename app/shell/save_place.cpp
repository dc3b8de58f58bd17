#include "app/shell/save_place.h"

#include <fmt/format.h>

#include <filesystem>

namespace glassformer {

SavePlace place_of(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::path path = fs::absolute(file, none);
  const fs::path folder = path.parent_path();
  if (fs::is_directory(path, none))
    return {fmt::format("{} is a folder. Add a name for the file.", file)};
  if (!fs::exists(folder, none))
    return {fmt::format("There is no folder {}. Make it first, or name another.", folder.string())};
  if (!fs::is_directory(folder, none))
    return {fmt::format("{} is a file, not a folder. Name another place.", folder.string())};
  return {{}, fs::exists(path, none)};
}

}  // namespace glassformer
