#pragma once

#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What a presenter holds over the stage: a pen that draws where the button is down, a spotlight, or
// a magnifying glass over any picture. A key each takes it up and puts it down; what was drawn is
// gone with the step.
class PresenterHand {
 public:
  enum class Tool { none, pen, spotlight, glass };

  void keys(const Ui& ui);
  // Over all that is drawn, for the next frame too: with the pen nothing of the stage is touched.
  void draw(Ui& ui, const Session& session, Rect stage);
  Tool tool() const { return tool_; }

 private:
  void draw_pen(Ui& ui, Rect stage);
  static void draw_spotlight(Ui& ui, Rect stage);
  static void draw_glass(Ui& ui, Rect stage);

  Tool tool_ = Tool::none;
  bool draws_ = false;                     // the button is down
  std::vector<std::vector<Vec>> strokes_;  // of this step
  std::uint64_t entry_ = 0;                // the step that they belong to
};

}  // namespace glassformer
