#pragma once

#include <filesystem>
#include <optional>

namespace glassformer::testing {

// The top of the source tree: assets/, tests/golden/ and so on lie below it.
std::filesystem::path source_dir();

// A file or folder of the optional data that stands beside the sources (../shared/data), or nothing
// where it is absent. A test that reads it starts with
//   const auto file = shared_data("npy/a.npy");
//   if (!file) GTEST_SKIP() << "optional data is absent";
std::optional<std::filesystem::path> shared_data(const std::filesystem::path& relative);

}  // namespace glassformer::testing
