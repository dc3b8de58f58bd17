#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/kept/recent_files.h"
#include "app/platform/file_dialog.h"
#include "app/shell/path_entries.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Which file or folder is to be opened: one of those opened lately, a path that is typed or pasted
// and completes itself, or what the desktop's own dialog says. It stays open, with what was typed,
// until the file has been read; why one is refused stands in it.
class OpenDialog {
 public:
  void open(RecentFiles& recent);
  bool is_open() const { return open_; }
  void close() { open_ = waiting_ = false; }
  // The path that the user confirmed. `told`: how far its reading is.
  std::optional<std::string> draw(Ui& ui, RecentFiles& recent, const std::string& told, Rect whole);

  // What became of that.
  bool is_waiting() const { return waiting_; }
  void opened() { close(); }
  void refused(const std::string& why) { refused_ = why, waiting_ = false; }

  // The desktop's dialog, which may outlast this one: whoever draws frames looks now and then.
  FileDialog& desktop() { return desktop_; }

 private:
  void type(Ui& ui, std::string path);
  std::optional<std::string> draw_path(Ui& ui, Rect line);
  std::optional<std::string> draw_recent(Ui& ui, RecentFiles& recent, Rect list);
  std::optional<std::string> pick(Ui& ui, const PathEntry& entry);
  std::string field() const;

  FileDialog desktop_;
  bool open_ = false;
  bool waiting_ = false;
  bool fresh_ = false;
  std::string typed_;
  std::string refused_;
  int fields_ = 0;  // a field that is filled in is another one: the old would go on with its text
  PathEntries entries_;  // what may follow
  int choice_ = -1;      // among the recent files, by the keyboard
  float offset_ = 0;     // px of their list above its top
};

}  // namespace glassformer
