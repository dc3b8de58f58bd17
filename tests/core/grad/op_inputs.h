#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/core/grad/op_cases.h"

// What a case of op_cases.h is tried on: sizes, random matrices of the shapes that it asks for, a
// tape, and cells set by hand.
namespace glassformer::testing_ops {

// 1 × 1, one row, one column, a single inner index, and some of each.
const std::vector<Sizes>& all_sizes();

Shape shape_of(std::string_view letters, Sizes sizes);
Given random_inputs(const OpCase& op_case, Sizes sizes, std::uint64_t seed);
bool is_constant(const OpCase& op_case, std::size_t input);

// Puts the inputs on the tape and records the op; they are named input.0 …, and result, so that
// their cells can be edited.
struct Recorded {
  std::vector<Var> inputs;
  Var result;
};
Recorded record(Tape& tape, const OpCase& op_case, const Given& given, Sizes sizes);

// Sets the first and the last cell of the result by hand, and a cell of each input that may be.
Edits edits_of(const OpCase& op_case, Sizes sizes);

}  // namespace glassformer::testing_ops
