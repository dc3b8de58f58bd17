#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// Files of one folder that belong together: each is written in a folder of its own within that one,
// and finish() renames them all, or none. If it goes before that, what was there stays as it was,
// nothing new is left, and a folder that it made is gone. What a kill leaves, the next one for the
// same folder takes away (unfinished.h).
class OutputFolder {
 public:
  // Made if it is not there. Throws UserError.
  explicit OutputFolder(std::filesystem::path folder);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  // `write` is given the place of the file, and leaves it there whole (write_file, OutputFile).
  // What it throws of that place names the file as it will be.
  void add(const std::string& name, const std::function<void(const std::filesystem::path&)>& write);
  void add(const std::string& name, std::string_view bytes);
  void finish();

 private:
  void make();
  void take_away();

  std::filesystem::path folder_;
  std::string within_;                       // the folder in which they are written
  std::vector<std::filesystem::path> made_;  // folders, the innermost first
  std::vector<std::string> names_;
  std::vector<std::filesystem::path> places_;  // of the names, within that folder
  int descriptor_ = -1;                        // of within_, locked while it is written
};

}  // namespace glassformer
