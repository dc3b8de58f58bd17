#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene luong computed of one state of the decoder under each of Luong's choices.
struct LuongRecord {
  struct Way {
    Var first;    // from this node to the context everything was computed for this choice
    Var weights;  // [1, words]
    Var context;  // [1, H]
  };
  Var states;  // of the encoder, [words, H]
  Var query;   // the decoder's new state, [1, H]
  Way dot, general, concat, local_m, local_p;
  // Of the local choices: the position that they look around and how far they see to a side; of
  // local-p the weights before the bell, and the bell, both [1, words]. Its σ is half the reach.
  Var place_m, place_p;  // [1, 1]
  double reach = 0;
  Var before, bell;
};

}  // namespace glassformer
