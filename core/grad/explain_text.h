#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/grad/tape.h"

// An Explanation as lines of plain text, for the terminal and for whatever is not drawn. Rows and
// columns count from 0; minus is "-", infinity "inf", so that a program can read the numbers.
namespace glassformer {

struct TermText {
  std::string cells;    // "x[1,3] × wq[3,2]", "hits[0,0] ÷ all[0,0]"
  std::string numbers;  // "1 × 0", or what was done: "e^(14 - 14)"
  double value = 0;
  double running = 0;  // the sum up to here
};

struct ExplanationText {
  std::string cell;   // "q[1,2]"
  std::string place;  // row 1 (token "robot") of 3, column 2 (d_k 3) of 3
  std::vector<TermText> terms;
  std::string result;  // "0.8808 = e^14 / (e^14 + e^12)"; the terms put together
};

// "q[1,2]"; a node without a path is called after its op.
std::string cell_text(const Tape& tape, const Cell& cell);

// If the cell is 1 / x: the x that it divides by, which says more than its reciprocal.
std::optional<Cell> divisor(const Tape& tape, const Cell& cell);

// The two cells of a quotient, a / b, whose own arithmetic says more than they do; else none.
std::vector<Cell> quotient_cells(const Tape& tape, const Cell& cell,
                                 const Explanation& explanation);

// "9 = 0 × 1 + 1 × 1 + 2 × 4"; empty if the cell is given or its terms are too many for a line.
std::string line_text(const Tape& tape, const Cell& cell, const Explanation& explanation,
                      int significant = 6);

// Significant digits, six if nothing else is said: "0.880797", "1e-5", "-inf".
std::string digits(double value, int significant = 6);

// `explanation` is what tape.explain() said of that cell. `significant` digits are in the numbers
// of the terms, fewer where there is little room.
ExplanationText explanation_text(const Tape& tape, const Cell& cell, const Explanation& explanation,
                                 int significant = 6);

}  // namespace glassformer
