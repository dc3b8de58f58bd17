#pragma once

#include "core/grad/tape.h"
#include "core/nn/axes.h"

// Bahdanau's alignment model (Bahdanau et al. 2015, A.1.2; lecture 000, equation 1), in rows:
//   e_ij = v · tanh(s_{i−1} W + h_j V).
namespace glassformer {

struct AlignmentWeights {
  Var w;       // [H, a]
  Var v;       // [H', a]
  Var vector;  // [1, a]
};

// h V, which does not depend on the decoder: [words, a]. Named "hv" in the current scope.
Var encoder_part(Tape&, Var h, const AlignmentWeights&, const Axis& words, const Axis& hidden);

struct Alignment {
  Var from_state;  // s W, [1, a]
  Var hidden;      // [words, a]
  Var scores;      // [1, words]
};
// The scores of one decoder state, [1, H]. Names "sw", "sum" and "hidden" in the current scope;
// without the tanh `hidden` is the sum as it is. `state` is how the state is written: "s_{0}".
// The scores themselves are left to be named.
Alignment align(Tape&, Var state, const std::string& symbol, Var hv, const AlignmentWeights&,
                bool with_tanh, const Axis& words, const Axis& hidden);

}  // namespace glassformer
