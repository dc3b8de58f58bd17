#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/views/parts/bars.h"

namespace glassformer {

// One value for each word, as bars: of a matrix of one row, or of one column of a matrix.
struct WordBars {
  Var values;
  bool by_row = false;                   // a bar for each row, and the words are the rows' labels
  int column = 0;                        // of `by_row`
  bool percent = false;                  // 0 … 1 written as per cent
  bool whole = false;                    // counts: no decimals, thousands apart
  int decimals = 3;                      // of all others
  bool to_one = false;                   // a whole bar is 1, as of cosines; false: the largest
  bool around_zero = false;              // bars go both ways from the middle
  std::array<std::string, 2> ends = {};  // what they go to, named above the middle; empty: nothing
  // The words in this order; those that the matrix lacks stand there without a bar. Empty: all.
  std::vector<std::string> listed = {};
  Var beside = {};           // a matrix whose cells stand at the right of those of `by_row`
  int first = 0;             // of all, these alone: `most` from this one on …
  int most = 0;              // … 0: all
  Var marks = {};            // of the same shape: a dot before the words that have a 1 there
  std::string touched = {};  // a word that is hovered elsewhere
};
Bars bars_of(const Session& session, const WordBars& words);

struct WordBarsTouch {
  int clicked = -1;            // which of the matrix
  std::string hovered;         // a word, or none
  std::string double_clicked;  // likewise
};
WordBarsTouch draw_word_bars(Ui& ui, Session& session, const WordBars& words, Rect area);

}  // namespace glassformer
