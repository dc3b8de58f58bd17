#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/kept/recent_files.h"
#include "app/kept/settings.h"
#include "app/session/session.h"
#include "app/shell/lesson_search.h"
#include "app/shell/path_entries.h"
#include "app/widgets/scroll.h"
#include "app/widgets/ui.h"

namespace glassformer {

struct LessonListTouch {
  std::optional<LessonHit> picked;  // this lesson is to be opened, at that step
  std::optional<std::string> file;  // or this file or folder
  bool asks_to_open = false;        // or the Open dialog is asked for
  bool left = false;                // Escape ended a search

  bool any() const { return picked || file || asks_to_open; }
};

// The lessons on the left, in groups that fold, behind the files that were opened lately. A lesson
// that was seen to its end has a tick; while none was, the first says that it is the one to begin
// with. While something is looked for, only the lessons that have it are listed; a path that is
// typed or pasted there completes itself and opens.
class LessonList {
 public:
  // Groups that are folded, and lessons that were seen, are the settings'; a click on the heading
  // of a group folds or unfolds it.
  LessonListTouch draw(Ui& ui, const Session& session, Settings& settings, RecentFiles& recent,
                       Rect area);
  void search(Ui& ui);  // the keyboard goes to the field, from the next draw() on
  bool searching(const Ui& ui) const;
  void leave();  // the search

 private:
  std::string field() const;
  void type(Ui& ui, const std::string& path);
  bool draw_field(Ui& ui, const Session& session, Rect line, LessonListTouch& touch);
  void draw_path(Ui& ui, Rect page, LessonListTouch& touch);
  float draw_groups(Ui& ui, const Session& session, Settings& settings, Rect page,
                    LessonListTouch& touch);
  float draw_hits(Ui& ui, const Session& session, const Settings& settings, Rect page,
                  LessonListTouch& touch);
  void bring_into_sight(Rect row, Rect area);

  std::string typed_;
  int fields_ = 0;
  PathEntries entries_;          // what a path may go on as
  std::string searched_;         // what hits_ belong to
  std::vector<LessonHit> hits_;  // empty without a search
  int choice_ = 0;               // the hit that Enter opens
  float offset_ = 0;             // px of the page above its top
  float moved_ = 0;              // px that offset_ is to change by, so that a row is in sight
  int shown_ = -1;               // the open lesson that was brought into sight
  int shown_choice_ = 0;         // likewise
};

}  // namespace glassformer
