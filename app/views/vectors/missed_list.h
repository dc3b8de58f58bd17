#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What a section of analogies missed: of each question the answer that was given, and below it the
// right one.
class MissedList {
 public:
  // True if a question was clicked, which is put into `asked`.
  bool draw(Ui& ui, Session& session, Rect area, std::string& asked);

 private:
  float scroll_ = 0;
  std::string section_;  // that was shown last
};

}  // namespace glassformer
