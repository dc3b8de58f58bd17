#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace glassformer {

// The desktop's own dialog for a file: zenity (GNOME and most others) or kdialog (KDE), where one
// of them is installed. It runs as a process of its own, so no frame waits for it.
class FileDialog {
 public:
  FileDialog() = default;
  ~FileDialog();  // closes it
  FileDialog(const FileDialog&) = delete;
  FileDialog& operator=(const FileDialog&) = delete;

  static bool is_there();  // there is a display, and a program that shows one

  void open();  // unless it is open
  bool is_open() const { return child_ > 0; }
  // Once it was closed: the file, or nothing if none was chosen.
  std::optional<std::string> take();

 private:
  void end();

  pid_t child_ = -1;
  int output_ = -1;
  std::string said_;
};

}  // namespace glassformer
