#pragma once

#include <string>
#include <vector>

#include "core/models/run.h"

namespace glassformer {

// One line of the inspector's arithmetic.
struct TermLine {
  std::string symbols;  // markup: "x_{1,3} \\cdot w_{3,2}"
  std::string numbers;  // "1 × 0"
  std::string value;    // "0"
  std::string running;  // the sum so far
  bool picked = false;  // the numerator of a share
};
std::vector<TermLine> term_lines(const Run& run, const Explanation& explanation);

// The whole cell in one line: "0.8808 = e^14 / (e^14 + e^12)", "14 = 112 × 0.125".
std::string in_one_line(const Run& run, const Explanation& explanation);

// "Q_{it, 3}" with 1-based numbers as in print: "Q_{9,3}".
std::string cell_symbol(const Node& node, int row, int col);

}  // namespace glassformer
