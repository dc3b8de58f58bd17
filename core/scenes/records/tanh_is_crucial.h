#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene tanh-is-crucial computed of two or more states of a decoder.
struct TanhIsCrucialRecord {
  Var states;          // of the encoder, [words, H']
  Var decoder_states;  // [states, H]
  Var weights;         // [states, words]
  Var from_state;      // the part of the plain score that the decoder gives, [states, 1]
  Var from_words;      // the part that the encoder gives, [1, words]
  Var of_words;        // the softmax of that part alone, [1, words]
};

}  // namespace glassformer
