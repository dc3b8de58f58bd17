#pragma once

#include <string>

#include "app/session/session.h"
#include "app/shell/inspector.h"
#include "app/views/view.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The right side: the words and the formula of this step, what the lecture printed, and below them
// the inspector.

class ExplanationPanel {
 public:
  void draw(Ui& ui, Session& session, const View& view, Rect area);

 private:
  float draw_step(Ui& ui, Session& session, const View& view, Rect page);
  Inspector inspector_;
  float scroll_ = 0;
  int step_ = -1;
  bool told_ = false;     // the answer has come
  bool follows_ = false;  // the words turn to it, until somebody scrolls
  float question_begins_ = 0, answer_ends_ = 0;
};

}  // namespace glassformer
