#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace glassformer::testing {

// A kind of file that the program reads: how a small one is made, and how it is read.
struct ReadFile {
  std::string what;
  std::string name;  // of the file, which messages must name
  std::function<void(const std::filesystem::path& folder)> make;
  std::function<std::string(const std::filesystem::path& folder)> read;  // and what it held
};
const std::vector<ReadFile>& read_files();

// A kind of file that the program writes; `version` makes two that differ.
struct WrittenFile {
  std::string what;
  std::string name;
  std::function<void(const std::filesystem::path& folder, int version)> write;
};
const std::vector<WrittenFile>& written_files();

}  // namespace glassformer::testing
