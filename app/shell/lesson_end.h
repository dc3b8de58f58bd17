#pragma once

#include <optional>

#include "app/widgets/ui.h"

namespace glassformer {

// The end of a lesson: since when all of its last step is on screen, and which key then leads into
// the next lesson. Times are those of Input::time, in seconds.
class LessonEnd {
 public:
  void forget() { reached_at_.reset(); }  // another lesson was opened
  // Once a frame: whether the last step is on screen, all of it.
  void follow(bool reached, double now);
  bool reached() const { return reached_at_.has_value(); }
  bool was_seen(double now) const { return stood_for(1, now); }
  // Once for each key that goes on, with the last step or without: whether it opens the next
  // lesson. Space does, unless it is held down. A clicker has no other key than the one that goes
  // on: Page Down opens the next lesson only after the last step has stood for two seconds.
  bool leads_on(const Ui& ui);

 private:
  bool stood_for(double seconds, double now) const {
    return reached_at_ && now - *reached_at_ >= seconds;
  }
  std::optional<double> reached_at_;
  std::optional<double> pressed_at_;  // the last key that went on
};

}  // namespace glassformer
