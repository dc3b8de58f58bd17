#pragma once

#include <filesystem>

namespace glassformer {

// Where a window keeps what is done in it: in the settings' folder, or, while another window is
// open that keeps its own there, in window-2, window-3 … inside it. Locked as long as it lives, so
// that no window writes over what was done in another.
class WindowFolder {
 public:
  // `settings` may be empty or not to be written: then it is that folder, without a lock.
  explicit WindowFolder(const std::filesystem::path& settings);
  ~WindowFolder();
  WindowFolder(const WindowFolder&) = delete;
  WindowFolder& operator=(const WindowFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int number() const { return number_; }  // from 1

 private:
  std::filesystem::path path_;
  int number_ = 1;
  int descriptor_ = -1;
};

}  // namespace glassformer
