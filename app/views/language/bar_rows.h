#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A row of a matrix as standing bars, up for positive and down for negative numbers.
struct BarRow {
  std::string name;    // in words
  std::string symbol;  // formula markup, below it
  Var values;          // [1, n]
  Color color;
  Var before = {};  // [1, n]: an outline of what it was, where it is something else
  Var mean = {};    // [1, 1]: a line at this height
  Var pale = {};    // [1, n]: bars are the paler, the nearer to 0 this is
};
// One below the other, with one scale for all; a bar that moves is seen to move.
void draw_bar_rows(Ui& ui, Session& session, const std::vector<BarRow>& rows, Rect area);

}  // namespace glassformer
