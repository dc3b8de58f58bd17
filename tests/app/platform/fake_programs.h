#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {

// Programs of the desktop, played by scripts in a folder for PATH. What of the environment was
// changed comes back as it was.
class FakePrograms {
 public:
  FakePrograms() = default;
  ~FakePrograms() {
    for (auto one = before_.rbegin(); one != before_.rend(); ++one) {
      const auto& [name, value] = *one;
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    }
  }
  FakePrograms(const FakePrograms&) = delete;
  FakePrograms& operator=(const FakePrograms&) = delete;

  std::string folder() const { return folder_.path().string(); }
  void set(const std::string& name, const std::string& value) {
    keep(name);
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  void unset(const std::string& name) {
    keep(name);
    ::unsetenv(name.c_str());
  }
  void install(const std::string& program, const std::string& script) const {
    const std::filesystem::path file = folder_ / program;
    write_file(file, "#!/bin/sh\n" + script);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  void remove(const std::string& program) const { std::filesystem::remove(folder_ / program); }

 private:
  void keep(const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    before_.emplace_back(name, value == nullptr ? std::optional<std::string>() : value);
  }

  TemporaryFolder folder_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

}  // namespace glassformer::testing
