#pragma once

#include <filesystem>

namespace glassformer {

// A folder for the files of a measurement, which goes with it; what a kill left goes with the next
// one. Throws UserError if there is no room for one.
struct TemporaryFolder {
  std::filesystem::path folder;
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
};

}  // namespace glassformer
