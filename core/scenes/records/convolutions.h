#pragma once

#include <vector>

#include "core/scenes/records/alignments.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

// What the scene convolutions computed of a sentence.
struct ConvolutionsRecord {
  static constexpr NumberKey swap{"swap", 0};        // the position of a word that is swapped …
  static constexpr TextKey other{"other", "woman"};  // … for this one; 0: none

  // How many ways lead from each word below to each word of a layer, [words, words]: of layer 0,
  // the words themselves, and then of each layer.
  std::vector<Var> ways;
  std::vector<int> reach;  // of each layer from the first on: how far its window goes to a side …
  std::vector<int> step;   // … and how many words lie between two that it reads
  Var seen;                // how many words each word of a layer sees, [words, layers]
  Var needed;              // layers until the first word reaches the last, [1, 2]
  Var moved;  // how far each word of each layer of the model moves, [words, layers + 1]; or empty

  // Some units of one layer of the model's encoder, [words, units]: A ∘ σ(B).
  Var linear, gate, passed;

  std::vector<AlignmentsRecord::Decoder> looks;  // one for each layer of the decoder
  Var published;                                 // BLEU as two papers print it, [2, 2]; or empty
};

}  // namespace glassformer
