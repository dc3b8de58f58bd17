#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What is drawn in the plane of an analogy.
struct WordPlane {
  std::string chosen;      // the answer; empty while it is asked for
  bool exclude = true;     // the words of the question are no answers
  bool direction = false;  // the answer was looked for along the step, not near its tip
  float copied = 1;        // how far the step has come on its way from a to c
};

// The parallelogram of an analogy: the step from a to b, taken once more from c, the chosen answer,
// and quietly the words that come after it. It fills the area: each axis has a scale of its own,
// and a line says so. False, and nothing drawn, for a question of another form.
bool draw_word_plane(Ui& ui, Session& session, const WordPlane& plane, Rect area);

}  // namespace glassformer
