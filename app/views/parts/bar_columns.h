#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Rows of matrices side by side, as one picture: a column for each, with a bar and a number for
// every word that they weigh. They fill the area, and all bars have one scale.
struct BarColumn {
  std::string title;
  Var var;  // [rows, words], the same words in all
  int row = 0;
  bool strong = false;  // it is what the step is about
  int decimals = -1;    // so many, of numbers that are printed elsewhere; −1: as cells have them
};
void draw_bar_columns(Ui& ui, Session& session, const std::vector<BarColumn>& columns, Rect area);

}  // namespace glassformer
