#pragma once

#include "core/grad/tape.h"

namespace glassformer {

// What neutralising one direction leaves (Gonen and Goldberg 2019): records under the scope `left`
// the direction [1, d] from the second to the first word of a pair [2, d], and projection
// [1, words], the neutralised words [words, d] along it. Returns the projection.
Var name_left(Tape& tape, Var pair, Var neutral);

}  // namespace glassformer
