#include "app/platform/folders.h"

#include <cstdlib>

namespace glassformer {

namespace {

std::filesystem::path cached(const char* name) {
  const std::filesystem::path folder = cache_folder();
  return folder.empty() ? std::filesystem::path() : folder / name;
}

}  // namespace

void forget_relative_folders() {
  for (const char* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME",
                               "XDG_STATE_HOME", "XDG_RUNTIME_DIR"}) {
    if (const char* base = std::getenv(variable); base != nullptr && *base != '/') {
      ::unsetenv(variable);
    }
  }
}

std::filesystem::path measured_card_file() {
  return cached("graphics_cards.json");
}
std::filesystem::path crash_folder() {
  return cached("crashes");
}
std::filesystem::path kept_training_file() {
  return cached("word-training.checkpoint");
}

}  // namespace glassformer
