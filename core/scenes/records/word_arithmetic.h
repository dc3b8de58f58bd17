#pragma once

#include <string>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace word_arithmetic_options {
inline constexpr TextKey expression{"expression"};
inline constexpr NumberKey exclude{"exclude", 1};
inline constexpr NumberKey answers{"answers", 8};
}  // namespace word_arithmetic_options

// What the scene word-arithmetic computed. k answers are held against the m words of the question.
struct WordArithmeticRecord {
  // A way to answer (Levy and Goldberg 2014); empty where it does not suit the question.
  struct Way {
    Var terms;    // [k, m]: what each word of the question gives
    Var whole;    // [k, 1]: the terms together
    Var divisor;  // [k, 1], or [1, 1] of all answers: what this is divided by
    Var score;    // [k, 1]
    Var top;      // [n, 1]: the best scores in their order
  };
  // Of a question b − a + c: where it lies flat.
  struct Plane {
    Var points;   // [4, 2]: a, b, c and the target
    Var answers;  // [k, 2]
  };
  Var words;    // [m, d]
  Var factors;  // [1, m]
  Var cosines;  // [k, m]
  Way add, multiply, direction;
  Plane plane;
  std::string respelled;  // which words were taken for others, a sentence; or nothing
};

}  // namespace glassformer
