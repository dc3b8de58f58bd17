#pragma once

#include <string>

#include "core/scenes/part.h"

// Bahdanau's alignment model (Bahdanau et al. 2015, A.1.2; lecture 000, equation 1), in rows:
//   e_ij = v · tanh(s_{i−1} W + h_j V).
namespace glassformer {

struct AlignmentWeights {
  Part w;       // [H, a]
  Part v;       // [H', a]
  Part vector;  // [1, a]
  Axis hidden;  // what the a numbers are
};

// h V, which does not depend on the decoder: [words, a]. Named "hv" in the current scope.
Part encoder_part(Part h, const AlignmentWeights&);

struct Alignment {
  Part from_state;  // s W, [1, a]
  Part hidden;      // [words, a]
  Part scores;      // [1, words]
};
// The scores of one decoder state, [1, H]. Names "sw", "sum" and "hidden" in the current scope;
// without the tanh `hidden` is the sum as it is. `symbol` is how the state is written: "s_{0}".
// The scores themselves are left to be named.
Alignment align(Part state, const std::string& symbol, Part hv, const AlignmentWeights&,
                bool with_tanh);

}  // namespace glassformer
