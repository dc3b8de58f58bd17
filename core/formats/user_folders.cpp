#include "core/formats/user_folders.h"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace glassformer {
namespace {

namespace fs = std::filesystem;

fs::path home() {
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') return home;
  std::array<char, 4096> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  if (getpwuid_r(getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr &&
      found->pw_dir != nullptr && *found->pw_dir == '/') {
    return found->pw_dir;
  }
  return {};
}

// The specification says that a relative path in the variable is to be ignored.
fs::path own_folder(const char* variable, const char* below_home) {
  if (const char* base = std::getenv(variable); base != nullptr && *base == '/') {
    return fs::path(base) / "glassformer";
  }
  const fs::path base = home();
  return base.empty() ? fs::path() : base / below_home / "glassformer";
}

}  // namespace

fs::path config_folder() {
  return own_folder("XDG_CONFIG_HOME", ".config");
}
fs::path cache_folder() {
  return own_folder("XDG_CACHE_HOME", ".cache");
}

}  // namespace glassformer
