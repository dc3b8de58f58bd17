#pragma once

#include <string>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The neighbours of a word: a row [1, words], named by its columns, as bars with three decimals. A
// row that is touched is explained as any cell is.
struct NearList {
  std::string id;
  Var values;
  bool shares = true;        // numbers from −1 to 1; otherwise the longest bar is the largest
  std::string touched = {};  // a word that is hovered elsewhere
  Var marks = {};            // of the same shape: a dot before the rows that hold 1
};
struct NearTouch {
  std::string hovered;         // the word of a row, or none
  std::string double_clicked;  // likewise
};
// Where all rows are not seen, the last line says how many more there are; a wide area has two
// columns of them first.
NearTouch draw_near_list(Ui& ui, Session& session, const NearList& list, Rect area);

// The height at which all of so many are seen in one column.
float near_list_height(const Ui& ui, int count);
// Three decimals with a true minus sign; the inspector has more.
std::string three_decimals(double value);

}  // namespace glassformer
