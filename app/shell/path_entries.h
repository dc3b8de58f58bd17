#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/files/path_completion.h"
#include "app/jobs/latest.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What a path may go on as while it is typed into a field: a list below it. ↑ and ↓ choose, Tab
// takes what is chosen or what all have in common. The folder is listed in the background, for its
// disk may be slow; until then the list is empty, and a Tab waits.
class PathEntries {
 public:
  using ListFolder = FolderList (*)(const std::string& folder);
  explicit PathEntries(ListFolder list = list_folder) : list_folder_(list) {}

  // The disk is asked only when something else was typed.
  void follow(Ui& ui, const std::string& typed);
  void clear();
  bool chosen() const { return choice_ >= 0; }
  // By the keys of the field in this frame. What Tab makes of the path; nothing: it stays.
  std::optional<std::string> take_keys(const Ui& ui);
  // The one that was clicked, or chosen and confirmed with Enter.
  std::optional<PathEntry> draw(Ui& ui, Rect list);

 private:
  void find();

  ListFolder list_folder_;
  Latest<FolderList> listing_;
  std::optional<FolderList> listed_;  // of the folder that is typed, as it last was
  double asked_at_ = 0;               // seconds
  bool tab_waits_ = false;
  bool comes_ = false;  // the list, in a later frame than the last one that was followed
  std::string typed_;
  std::vector<PathEntry> entries_;
  int choice_ = -1;
  bool moved_ = false;  // the keys chose another: it is to be in sight
  float offset_ = 0;    // px of the list above its top
};

}  // namespace glassformer
