#pragma once

#include "app/widgets/ui.h"

namespace glassformer {

// The bars of a presentation. While the pointer rests they are out of sight; when it moves they
// glide in over the edges of the stage, and a moment after it stops they leave again; a little
// later where it stops on them.
class PresenterBars {
 public:
  // Once a frame, before anything is drawn. `held`: something in them is open or is being typed;
  // `under`: the pointer is on them.
  void follow(Ui& ui, bool held, bool under);
  void call(const Ui& ui);                // a key asked for something in them
  float share() const { return share_; }  // 0: out of sight, 1: there
  bool seen() const { return share_ > 0; }

 private:
  Vec mouse_{-1, -1};
  double until_ = -1;  // seconds; of Input::time
  double moved_ = -1;  // the pointer, last
  float share_ = 0;
};

}  // namespace glassformer
