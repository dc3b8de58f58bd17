#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"

namespace glassformer {

// A cell of a node that took part in making another cell.
struct Cell {
  Var var;
  int row = 0;
  int col = 0;
  bool operator==(const Cell&) const = default;
};

// One term. `value` is its number, computed in double from the cells; `what` says how:
//   empty                       the product of the factors;
//   begins with "×" or "÷"      the product of the factors, and then this: "× 0.125";
//   anything else               the whole expression, in numbers: "e^(14 − 14)".
struct Term {
  std::vector<Cell> factors;
  double value = 0;
  std::string what;
};

// The terms that made one cell, and how they were put together. evaluate() must give the cell
// again: a test holds every op to that.
struct Explanation {
  enum class How {
    given,  // an input: no terms
    sum,    // the cell is the sum of the terms
    share,  // the cell is terms[picked] divided by the sum of all terms
    apply,  // the cell is function(sum of the terms)
  };
  How how = How::given;
  std::vector<Term> terms;
  int picked = -1;
  double (*function)(double) = nullptr;
  std::string function_name;  // "tanh"
  std::string note;           // what the terms cannot say: "every key of this row is hidden"
  double value = 0;           // the cell itself, as it stands on the tape
};

// Puts the terms together again in double; for `given`, the value itself.
double evaluate(const Explanation& explanation);

}  // namespace glassformer
