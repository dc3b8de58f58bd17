#pragma once

#include <string>

#include "app/views/parts/bars.h"

namespace glassformer {

// A list of bars that fills its place on the stage, in large letters: a wide area sets name, bar
// and number side by side, a narrow one the bar under its words. What is struck says why in a line
// of its own. Rows slide where their order changes; the last that have no room are left out.
struct LargeBars {
  std::string id;     // of the list: its rows are known by it and by their names
  std::string title;  // what the numbers are
  Bars bars;
  std::string why_struck = {};
  std::string note = {};  // what must be said once of all numbers, behind the title
};
// Writes the numbers of all bars with as many decimals, and the note that this needs.
void write_evenly(LargeBars& list);

BarsTouch draw_large_bars(Ui& ui, Session& session, const LargeBars& list, Rect area);

}  // namespace glassformer
