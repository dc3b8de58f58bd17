#pragma once

#include "tests/core/grad/op_cases.h"

namespace glassformer::testing_ops {

// Those of the hierarchical softmax, a part of op_cases().
std::vector<OpCase> tree_op_cases();

}  // namespace glassformer::testing_ops
