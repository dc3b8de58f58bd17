#pragma once

#include <functional>
#include <ostream>
#include <string_view>
#include <vector>

#include "core/grad/ops.h"
#include "core/tensor/rng.h"

// The table of all ops that the tests go through: gradient check, naive twin, explanation, shape
// errors. To add an op, add a line to op_cases(); a test fails as long as it is missing.
namespace glassformer::testing_ops {

struct Sizes {
  int n = 0, m = 0, k = 0;
};

// The inputs of a case: plain matrices, so that a twin shares nothing with the ops but them.
using Given = std::vector<Mat>;

struct OpCase {
  std::string_view op;
  // The shapes in letters, "nm mk": the first is n × m, the second m × k. 1 and 2 are themselves,
  // s is m + k, w is m + 1, d is 2 m, t is 3 m, q is 4 m; b counts the sentences of
  // the recurrent ops, l the keys that a query of sentence_dot has at most. What follows says what
  // the cells are: nothing, normal; "+", positive;
  // "!", normal but at least 0.1 from 0; "?", 0 or 1, a constant that gets no gradient.
  std::string_view inputs;
  std::string_view result;
  std::function<Var(Tape&, const std::vector<Var>&, Sizes)> record;
  // The twin: one cell of the result in double, by the textbook's formula.
  std::function<double(const Given&, int row, int col, Sizes)> naive;
  // Shapes that do not fit. Empty: any do.
  std::vector<Shape> bad = {};
  // A cell also depends on others than the factors of its terms: its note tells.
  bool note_tells = false;
};

// What a list of tests calls it.
inline void PrintTo(const OpCase& op_case, std::ostream* out) {
  *out << op_case.op;
}

const std::vector<OpCase>& op_cases();

// term(0) + … + term(inner − 1).
inline double product(int inner, const std::function<double(int)>& term) {
  double sum = 0;
  for (int p = 0; p < inner; ++p) sum += term(p);
  return sum;
}

}  // namespace glassformer::testing_ops
