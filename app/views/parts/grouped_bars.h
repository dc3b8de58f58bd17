#pragma once

#include <functional>
#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A matrix as groups of standing bars, which fill the area: a group for each of its columns and in
// it a bar for each row, with its number over it. The names of the bars stand above all.
struct GroupedBars {
  Var values;
  bool by_row = false;  // a group for each row, and in it a bar for each column
  double full = 1;      // the value of a bar as high as can be
  bool percent = false;
  int decimals = -1;  // so many, of numbers that are printed elsewhere; −1: as cells have them
  int until = -1;     // so many groups have come: the others are empty places; −1: all
  int outlined = -1;  // this bar of each group is an outline
  std::string note = {};  // at the right of the names: what the numbers are
  std::function<Color(int group, int bar)> color;
  // Draws over a bar; none: nothing.
  std::function<void(int group, int bar, Rect rect)> over = nullptr;
  bool named = true;  // the bars are named above
};
void draw_grouped_bars(Ui& ui, Session& session, const GroupedBars& bars, Rect area);

}  // namespace glassformer
