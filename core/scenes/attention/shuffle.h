#pragma once

#include <vector>

#include "core/scenes/embedding.h"

namespace glassformer {

// The order in which tokens stand: [i] is the token at place i. Reversed, unless the user has
// shuffled this sentence; an order of another number of tokens is left aside and run.notes says so.
std::vector<int> take_order(const Inputs& inputs, Run& run, int count);

// Named p: [n, n], a single 1 in each row. P X has the rows of X in that order.
Var name_permutation(Tape& tape, const std::vector<int>& order, const Axis& places,
                     const Axis& tokens);

// Names the shuffled words as the run's second sentence, and the axis that they make.
Axis shuffled_tokens(Run& run, const std::vector<int>& order);

}  // namespace glassformer
