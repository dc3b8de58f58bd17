#pragma once

#include <string>

#include "app/session/session.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/word_arithmetic.h"

namespace glassformer {

// One way to answer an analogy: its best words, each with its score and a bar. The words of the
// question stand in their place, struck out, if they are no answers. Clicking a word chooses it.
// Bars end at 1, or at the largest score that is more.
struct AnswerList {
  WordArithmeticRecord::Way WordArithmeticRecord::*way;
  const char* title;  // "largest cosine with the target"
  const char* asks;   // what a question needs to be answered so
};
struct AnswerCount {
  bool exclude;  // the words of the question do not count
  int most;      // answers that count
};
void draw_answer_list(Ui& ui, Session& session, const AnswerList& list, AnswerCount count,
                      std::string& chosen, Rect area);

// Where a word stands on an axis; -1: nowhere.
int place_of(const Axis& axis, const std::string& word);
// Whether it is a word of the question.
bool is_asked(const Run& run, const std::string& word);
// A number that explains itself: touched it lights up, clicked the inspector opens on it.
CellTouch link_cell(Ui& ui, Session& session, Var var, int row, int col, Rect rect);

// The word that is answered: the best that counts; "" if there is none.
std::string answer_of(const Run& run, const WordArithmeticRecord::Way& way, bool exclude);

}  // namespace glassformer
