#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/grad/tape.h"

// An Explanation as lines of plain text, for the terminal. Rows and columns count from 0, minus is
// "-" and infinity "inf", so that a program can read the numbers.
namespace glassformer {

struct TermText {
  std::string cells;    // "x[1,3] × wq[3,2]", "hits[0,0] ÷ all[0,0]"
  std::string numbers;  // "1 × 0", or another expression: "e^(14 - 14)"
  double value = 0;
  double running = 0;  // the sum of the terms so far
};

struct ExplanationText {
  std::string cell;   // "q[1,2]"
  std::string place;  // row 1 (token "robot") of 3, column 2 (d_k 3) of 3
  std::vector<TermText> terms;
  std::string result;  // "0.880797 = e^14 / (e^14 + e^12)"
};

// "q[1,2]"; a node without a path goes by the name of its op.
std::string cell_text(const Tape& tape, const Cell& cell);

// x, if the cell is 1 / x: a quotient is easier to read than a product with a reciprocal.
std::optional<Cell> divisor(const Tape& tape, const Cell& cell);

// The cells a and b if the cell is the quotient a / b, to explain them in turn; else none.
std::vector<Cell> quotient_cells(const Tape& tape, const Cell& cell,
                                 const Explanation& explanation);

// "9 = 0 × 1 + 1 × 1 + 2 × 4"; empty if the cell is given or has too many terms for a line.
std::string line_text(const Tape& tape, const Cell& cell, const Explanation& explanation,
                      int significant = 6);

// "0.880797", "1e-5", "-inf".
std::string digits(double value, int significant = 6);

// `explanation` is tape.explain() of that cell. `significant`: digits of the numbers in the terms.
ExplanationText explanation_text(const Tape& tape, const Cell& cell, const Explanation& explanation,
                                 int significant = 6);

}  // namespace glassformer
