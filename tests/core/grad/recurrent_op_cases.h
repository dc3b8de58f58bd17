#pragma once

#include "tests/core/grad/op_cases.h"

namespace glassformer::testing_ops {

// Those of the recurrent ops, a part of op_cases(). Of more than one row they make two sentences;
// where the state has an even number of columns each is read from its end.
std::vector<OpCase> recurrent_op_cases();

}  // namespace glassformer::testing_ops
