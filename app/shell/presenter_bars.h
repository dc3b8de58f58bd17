#pragma once

#include "app/widgets/ui.h"

namespace glassformer {

// The bars of a presentation: nothing of them is seen while the pointer rests; when it moves they
// glide over the edges of the stage, and leave again a moment after it stopped.
class PresenterBars {
 public:
  // Once a frame, before anything is drawn. `held`: something in them is open or is being typed.
  void follow(Ui& ui, bool held);
  void call(const Ui& ui);                // a key asked for something in them
  float share() const { return share_; }  // 0: out of sight, 1: there
  bool seen() const { return share_ > 0; }

 private:
  Vec mouse_{-1, -1};
  double until_ = -1;  // seconds; of Input::time
  float share_ = 0;
};

}  // namespace glassformer
