#pragma once

#include <string>

#include "core/scenes/part.h"

// Bahdanau's alignment model (Bahdanau et al. 2015, A.1.2; lecture 000, equation 1): the additive
// score of nn/score.h for the states of a decoder, e_ij = v · tanh(s_{i−1} W + h_j V).
namespace glassformer {

struct AlignmentWeights {
  Part w;       // [H, a]
  Part v;       // [H', a]
  Part vector;  // [1, a]
  Axis hidden;  // what the a numbers are
};

// h V, which does not depend on the decoder: [words, a]. Named "hv" in the current scope.
Part encoder_part(Part h, const AlignmentWeights&);

// The scores of one decoder state, [1, H]: [1, words], still to be named. Names "sw", "sum" and
// "hidden" in the current scope; without the tanh `hidden` is the sum as it is. `symbol` is how the
// state is written: "s_{0}".
Part align(Part state, const std::string& symbol, Part hv, const AlignmentWeights&, bool with_tanh);

}  // namespace glassformer
