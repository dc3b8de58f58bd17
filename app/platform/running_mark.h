#pragma once

#include <filesystem>
#include <string>

namespace glassformer {

// A file in the cache folder that stands there while a window is open, and is locked as long: one
// that is left without its lock is of a window that was killed, or crashed.
class RunningMark {
 public:
  // Makes the folder and the file. Where that cannot be done there is no mark.
  explicit RunningMark(const std::filesystem::path& folder);
  ~RunningMark() { remove(); }
  RunningMark(const RunningMark&) = delete;
  RunningMark& operator=(const RunningMark&) = delete;

  bool found_a_killed_one() const { return killed_; }  // when it was made; told once
  void remove();                                       // the window ends as it should

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
  bool killed_ = false;
};

}  // namespace glassformer
