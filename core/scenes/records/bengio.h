#pragma once

#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace bengio_options {
inline constexpr NumberKey predict{"predict", 4};
}  // namespace bengio_options

// What the scene bengio computed.
struct BengioRecord {
  // The network once through.
  struct Pass {
    Var rows;    // of C, [words before, d]
    Var x;       // the same beside each other, [1, n d]
    Var hidden;  // [1, h]
    Var p;       // [1, words]
  };
  Pass before, after;     // the step
  Var table;              // C [words + 1, d]
  Var into_hidden;        // H [n d, h]
  Var out_of_hidden;      // U [h, words]
  Var direct;             // x W [1, words]; empty without direct connections
  Var label;              // 1 for the word to predict, [1, words]
  Var weight_rows;        // of each matrix at full size, [matrices, 1], …
  Var weight_columns;     // … the other side, …
  Var weights;            // … and how many numbers it has
  Var parts;              // multiplications for one word at full size, [networks, parts]
  Var products;           // their sums, [networks, 1]
  std::vector<int> read;  // positions of the words before; −1: before the sentence
  int predicted = 0;      // position of the word to predict
};

}  // namespace glassformer
