#pragma once

#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A recurrent network over a sentence: a column a word with the state after it, whose numbers are
// cells from top to bottom, and an arrow to the next. It fills the area.
struct Unrolled {
  // What of it goes to the decoder that stands below.
  enum class Decoder { none, last, all };
  std::vector<Var> states;  // [1, H] each
  Axis words;
  int chosen = -1;  // the word whose cell is laid out elsewhere
  Decoder decoder = Decoder::none;
};
// The word that was clicked, or −1.
int draw_unrolled(Ui& ui, Session& session, const Unrolled& spec, Rect area);

}  // namespace glassformer
