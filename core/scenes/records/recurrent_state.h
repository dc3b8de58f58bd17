#pragma once

#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

// What the scene recurrent-state computed of a sentence, word by word.
struct RecurrentStateRecord {
  static constexpr TextKey other{"other", "nobody"};  // the word that is swapped in
  static constexpr NumberKey swap{"swap", 0};         // the position that it takes, from 1; 0: none

  std::vector<Var> states;   // h_t, [1, H], one for each word
  std::vector<Var> swapped;  // the same with the word that is swapped in; empty: none is
  Var memory;                // ‖∂h_T / ∂x_t‖, [words, 1]
  Var moved;  // how far each state moves when the word is swapped, [words, 1]; or empty

  // By hand: h_n = tanh(x_n + w h_{n−1}) after x = 1, 0, 0 …, a column for each w.
  Var weights;     // [1, weights]
  Var by_hand;     // h_n, [steps, weights]
  Var dependence;  // dh_n / dx_1, [steps, weights]
  Var ends;        // the last h_n, a row for each of some first words, [firsts, weights]
};

}  // namespace glassformer
