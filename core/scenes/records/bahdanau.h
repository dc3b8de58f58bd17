#pragma once

#include <vector>

#include "core/grad/var.h"

namespace glassformer {

// What the scene bahdanau computed: the encoder's states, and the steps of the decoder.
struct BahdanauRecord {
  struct Step {
    Var before;         // s_{i−1}, [1, H]
    Var scores;         // e_i, [1, words]
    Var weights;        // α_i, [1, words]
    Var context;        // c_i, [1, H']
    Var state;          // s_i, [1, H]
    Var probabilities;  // of the next word, [1, vocabulary]
  };
  Var states;        // h, [words, H']
  Var encoder_part;  // h V, the same at every step
  std::vector<Step> steps;
  Var alignment;  // all weights, [steps, words]

  // Multiplications of the scores for sentences of these lengths, a row each.
  struct Cost {
    Var lengths;    // [lengths, 1]
    Var each_time;  // with h V made again for every pair of words
    Var once;       // with h V made once
  };
  Cost chosen;  // of one length
  Cost curve;   // of many
};

}  // namespace glassformer
