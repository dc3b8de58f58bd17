#pragma once

#include "tests/core/grad/op_cases.h"

namespace glassformer::testing_ops {

// Those of attention over packed sentences, a part of op_cases().
std::vector<OpCase> attention_op_cases();

// The most keys that one query of sentence_dot has, the letter l.
int most_own_keys(Sizes);

}  // namespace glassformer::testing_ops
