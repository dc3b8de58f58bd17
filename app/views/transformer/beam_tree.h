#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/run.h"

namespace glassformer {

// A row of the run's "beam": a word that the search thought of at one step.
struct BeamCandidate {
  int row = 0;
  int step = 0;
  int parent = -1;  // a row; −1: the beginning
  std::string text;
  double probability = 0, sum = 0, score = 0;
  enum class Fate { rejected, kept, finished } fate = Fate::rejected;
  bool ends = false;  // it is the end of the sentence
  bool best = false;  // on the way to the translation that won
};

std::vector<BeamCandidate> read_beam(const Run& run);
// The rows from the beginning to that one.
std::vector<int> way_to(const std::vector<BeamCandidate>& beam, int row);

// The steps that have room side by side, both ends included.
struct StepRange {
  int first = 0;
  int last = 0;
};
// The search from left to right, a column for each step: what lived on, what ended, and the best of
// what did not, as many as there is height for. The way to a touched word lights up. `left` is
// where the column of step 0 begins. Returns the clicked row; −1: none.
int draw_beam_tree(Ui& ui, Session& session, Var node, const std::vector<BeamCandidate>& beam,
                   StepRange seen, float left, float column, Rect area);

}  // namespace glassformer
