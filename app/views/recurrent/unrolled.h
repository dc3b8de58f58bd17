#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A recurrent network over a sentence: a column a word with the state after it, whose numbers are
// cells from top to bottom, and below it a bar for what the step measures of each word.
struct Unrolled {
  std::vector<Var> states;  // [1, H] each
  Axis words;
  Var bars;           // [words, 1]; empty: no bars
  std::string title;  // of the bars
  Role role = Role::output;
  int chosen = -1;  // the word whose cell is laid out elsewhere
  int other = -1;   // the word that was swapped, and for which
  std::string other_word;
};
// The word that was clicked, or −1.
int draw_unrolled(Ui& ui, Session& session, const Unrolled& spec, Rect area);

}  // namespace glassformer
