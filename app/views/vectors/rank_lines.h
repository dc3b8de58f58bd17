#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Two columns of ranks held against one another: a line for each row, from its place in the one to
// its place in the other. Lines that cross are pairs that the two do not order alike. Touching a
// place opens its cell.
struct RankLines {
  Var left, right;                    // columns of ranks, of the same rows
  std::string left_name, right_name;  // written over them
  Var left_value, right_value;        // what was ranked, written beside the places
  int most = 0;                       // so many of the first rows; 0: all
};
void draw_rank_lines(Ui& ui, Session& session, const RankLines& lines, Rect area);

}  // namespace glassformer
