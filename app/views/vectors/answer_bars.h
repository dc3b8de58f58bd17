#pragma once

#include <cstdint>
#include <string>

#include "app/session.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/word_arithmetic.h"

namespace glassformer {

// One way to answer an analogy: its best words as bars with three decimals. The words of the
// question stand in their place, faint, if they are no answers. Clicking a word chooses it. Bars
// end at 1, or at the largest score that is more.
struct AnswerColumn {
  WordArithmeticRecord::Way WordArithmeticRecord::*way;
  const char* title;    // "3CosAdd"
  const char* formula;  // of its score
  bool unbounded;       // its score may be more than 1
  const char* asks;     // what a question needs to be answered so
};
struct AnswerCount {
  bool exclude;  // the words of the question do not count
  int most;      // answers that count
  float lowest;  // height of the column with the least room: rows of all stand side by side
};
void draw_answer_column(Ui& ui, Session& session, const AnswerColumn& column, AnswerCount count,
                        std::string& chosen, Rect area);

// Where a word stands on an axis; -1: nowhere.
int place_of(const Axis& axis, const std::string& word);
// A number that explains itself: touched it lights up, clicked the inspector opens on it.
CellTouch link_cell(Ui& ui, Session& session, Var var, int row, int col, Rect rect);

// The word that is answered: the best that counts; "" if there is none.
std::string answer_of(const Run& run, const WordArithmeticRecord::Way& way, bool exclude);

}  // namespace glassformer
