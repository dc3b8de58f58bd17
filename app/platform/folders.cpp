#include "app/platform/folders.h"

namespace glassformer {

namespace {

std::filesystem::path cached(const char* name) {
  const std::filesystem::path folder = cache_folder();
  return folder.empty() ? std::filesystem::path() : folder / name;
}

}  // namespace

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
