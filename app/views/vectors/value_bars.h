#pragma once

#include <functional>
#include <string>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A row of values, named by its columns, each as a bar with three decimals; the first as many as
// have room. A wide area sets name, bar and number side by side, a narrow one the bar under them.
// Rows slide where their order changes.
struct ValueBars {
  std::string id;
  Var values;  // [1, n]
  std::string title;
  bool unit = true;                  // a bar of 1 is whole; otherwise the largest is
  std::function<Color(int)> color;   // of a column's bar
  std::function<bool(int)> has_dot;  // before its name, in the bar's colour; empty: none has
  std::string touched = {};          // a word that is hovered elsewhere
  int strong = -1;                   // the column that is spoken of
};
struct BarTouch {
  std::string hovered;         // the word of a row, or none
  std::string double_clicked;  // likewise
};
BarTouch draw_value_bars(Ui& ui, Session& session, const ValueBars& bars, Rect area);

}  // namespace glassformer
