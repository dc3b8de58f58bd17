#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"

namespace glassformer {

// A cell of a node, of which another cell was computed.
struct Cell {
  Var var;
  int row = 0;
  int col = 0;
  bool operator==(const Cell&) const = default;
};

// One term. `value` is computed in double from the factors; `what` says how:
//   empty                       it is their product;
//   begins with "×" or "÷"      their product, and then this: "× 0.125";
//   anything else               the whole expression in numbers: "e^(14 − 14)".
struct Term {
  std::vector<Cell> factors;
  double value = 0;
  std::string what;
};

// The terms of one cell and how they are combined. evaluate() must give the cell again: a test
// holds every op to that.
struct Explanation {
  enum class How {
    given,    // an input: no terms
    sum,      // the cell is the sum of the terms
    share,    // the cell is terms[picked] divided by the sum of all terms
    apply,    // the cell is function(sum of the terms)
    largest,  // the cell is the largest of the terms, terms[picked]
  };
  How how = How::given;
  std::vector<Term> terms;
  int picked = -1;
  bool of_powers = false;  // the terms of a share are e to their only factor, over a common divisor
  double (*function)(double) = nullptr;
  std::string function_name;  // "tanh"
  std::string note;           // what the terms do not show: "every key of this row is hidden"
  double value = 0;           // the cell itself, as it is on the tape
};

// Combines the terms, in double; of a `given` cell its value.
double evaluate(const Explanation& explanation);

}  // namespace glassformer
