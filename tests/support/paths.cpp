#include "tests/support/paths.h"

namespace glassformer::testing {

std::filesystem::path source_dir() {
  return GLASSFORMER_SOURCE_DIR;
}

std::optional<std::filesystem::path> shared_data(const std::filesystem::path& relative) {
  const auto path = source_dir().parent_path() / "shared" / "data" / relative;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return path;
}

}  // namespace glassformer::testing
