#pragma once

#include <cstdlib>
#include <string>

namespace glassformer::testing {

// As long as it lives, temporary files have no folder that they could be made in.
class NoTemporaryFiles {
 public:
  NoTemporaryFiles() {
    if (const char* const named = std::getenv("TMPDIR")) before_ = named;
    ::setenv("TMPDIR", "/nowhere/at/all", 1);
  }
  ~NoTemporaryFiles() {
    if (before_.empty()) {
      ::unsetenv("TMPDIR");
    } else {
      ::setenv("TMPDIR", before_.c_str(), 1);
    }
  }
  NoTemporaryFiles(const NoTemporaryFiles&) = delete;
  NoTemporaryFiles& operator=(const NoTemporaryFiles&) = delete;

 private:
  std::string before_;  // empty: not named, which means the same
};

}  // namespace glassformer::testing
