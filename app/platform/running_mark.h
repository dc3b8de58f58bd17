#pragma once

#include <filesystem>
#include <string>

namespace glassformer {

// A file in the cache folder that stands there while a window is open, and is locked as long: one
// that is left without its lock is of a window that was killed, or crashed. While a window opens
// what the last one left, its mark says so, and how many before it did not get further.
class RunningMark {
 public:
  // Makes the folder and the file. Where that cannot be done there is no mark.
  explicit RunningMark(const std::filesystem::path& folder);
  ~RunningMark() { remove(); }
  RunningMark(const RunningMark&) = delete;
  RunningMark& operator=(const RunningMark&) = delete;

  bool found_a_killed_one() const { return killed_; }  // when it was made; told once
  // How many windows in a row ended while they opened what was left, and the process of the last.
  int ended_while_opening() const { return ended_while_opening_; }
  int process_that_ended() const { return process_that_ended_; }

  void opening();  // until opened(), what the last window left is being opened
  void opened();
  void remove();  // the window ends as it should

 private:
  void look_at(const std::filesystem::path& mark);

  std::filesystem::path file_;
  int descriptor_ = -1;
  bool killed_ = false;
  int ended_while_opening_ = 0;
  int process_that_ended_ = 0;
  bool opening_ = false;
};

}  // namespace glassformer
