#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A standing bar for each word of a sentence, its number over it, its name below: they fill the
// area from side to side.
struct TallBars {
  Var values;           // [1, words] or [words, 1]
  int line = 0;         // which row, or which column, if it has several
  bool by_row = false;  // a bar for each row of it
  std::string title = {};
  Role role = Role::output;
  double full = 0;        // the value of a bar as high as can be; 0: the largest
  double least = 0;       // what is smaller is written as ≈0, as of shares what rounds to nothing
  Var behind = {};        // of the same shape: wider, paler bars behind
  Var taken = {};         // of the same shape: bars that have a 0 there are pale
  bool empty = false;     // the pale ones alone
  int other = -1;         // this word was swapped, …
  std::string instead;    // … for this one
  bool numbered = false;  // positions from 0 stand below the names
};
// Where they stand, for what is drawn over them.
struct TallBarsPlaced {
  Rect plot;
  float column = 0;
  double full = 1;
  int clicked = -1;  // the word whose name was clicked
  float x(double word) const { return plot.x + column * (static_cast<float>(word) + 0.5F); }
  float y(double value) const { return plot.bottom() - plot.h * static_cast<float>(value / full); }
};
TallBarsPlaced place_tall_bars(const Ui& ui, const Session& session, const TallBars& bars,
                               Rect area);
// Draws them where they were placed; `area` as there.
void draw_tall_bars(Ui& ui, Session& session, const TallBars& bars, Rect area,
                    TallBarsPlaced& placed);

}  // namespace glassformer
