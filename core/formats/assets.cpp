#include "core/formats/assets.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

bool holds_lessons(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder / "lessons", error);
}

}  // namespace

fs::path assets_folder() {
  if (const char* named = std::getenv("GLASSFORMER_ASSETS"); named != nullptr && *named != '\0') {
    if (holds_lessons(named)) return named;
    throw UserError(std::string("GLASSFORMER_ASSETS names ") + named +
                    ", which has no folder 'lessons'; correct it, or unset it");
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  fs::path installed = program.parent_path().parent_path() / "share" / "glassformer";
  fs::path source = GLASSFORMER_SOURCE_ASSETS;
  if (!error && holds_lessons(installed)) return installed;
  if (holds_lessons(source)) return source;
  throw UserError("the lessons are found neither in " + installed.string() + " nor in " +
                  source.string() +
                  "; install the program whole, or name the folder with "
                  "GLASSFORMER_ASSETS");
}

}  // namespace glassformer
