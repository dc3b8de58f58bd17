#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/views/parts/touch_cell.h"

namespace glassformer {

// A second number of a row, behind the first; it opens its own cell.
struct BarNumber {
  Target cell;
  std::string text;
};

// A cell as a row: its name, a bar, and its number.
struct Bar {
  std::string name;
  Target cell;  // none: nothing is known of it, and its name stands without a bar
  double value = 0;
  std::string number = {};             // as it is written
  std::vector<BarNumber> beside = {};  // as many in all rows
  std::string rank = {};               // before the name
  bool marked = false;                 // a dot before it
  bool struck = false;                 // it does not count: faint, its name struck through
  bool strong = false;                 // it is what the list is about
  bool lit = false;                    // it is touched elsewhere
  std::optional<Color> color = {};     // of the bar; nothing: by its sign
};

// How wide the parts of a row are, px, and what its bar is measured by. The bar has the rest.
struct BarParts {
  float before = 0;  // rank or mark
  float name = 0;
  float number = 0;
  float beside = 0;        // each
  double full = 1;         // a whole bar
  bool both_ways = false;  // from the middle
  bool mark_one = false;   // a line where 1 is, if a whole bar is more
  Type type = {};          // of the name
};
CellTouch draw_bar(Ui& ui, Session& session, const Bar& bar, const BarParts& parts, Rect row);
// The bar alone, in the middle of the height.
void draw_bar_track(const Ui& ui, const Bar& bar, const BarParts& parts, bool hidden, Rect room);

// A list of them, in as many columns as the height asks for and the width allows; where they do not
// all have room, the last line says how many more there are.
struct Bars {
  std::vector<Bar> bars;
  std::string id = {};                  // rows slide where their order changes; empty: they do not
  std::vector<std::string> heads = {};  // over the number and those beside it
  double full = 0;                      // a whole bar; 0: the largest
  bool both_ways = false;
  std::array<std::string, 2> ends = {};  // what they go to, named above the middle; empty: nothing
  // The order is that of the numbers: it would answer a question that is asked about all of them.
  bool by_value = false;
  bool one_column = false;
  bool mark_one = false;  // a line where 1 is, if a whole bar is more
};
struct BarsTouch {  // −1: none
  int hovered = -1;
  int clicked = -1;
  int double_clicked = -1;
};
BarsTouch draw_bars(Ui& ui, Session& session, const Bars& bars, Rect area);

// Three decimals with a true minus sign; the inspector has more.
std::string three_decimals(double value);

}  // namespace glassformer
