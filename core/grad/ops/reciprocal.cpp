// y = 1 / x, the score 1 / ‖q − k‖ of a distance. Slope: −1 / x².
//
// 1 / 0 is +∞ for either zero, as a distance approaches 0 from above. The slope is taken as 0
// there: softmax and share, which read such scores, pass no gradient at +∞, and 0 · ∞ would be nan.
#include <limits>

#include "core/grad/ops.h"
#include "core/grad/ops/cellwise.h"

namespace glassformer {

namespace {

double f(double x) {
  return x == 0 ? std::numeric_limits<double>::infinity() : 1 / x;
}

double slope(double x, double) {
  return x == 0 ? 0 : -1 / (x * x);
}

std::string word(const Attr&) {
  return "\\frac{1}{x}";
}

constexpr Op op = [] {
  Op made =
      Cellwise<f, slope>::op("reciprocal", "\\frac{1}{x_{ij}}", "the definition of the quotient");
  made.writing.reciprocal = true;
  made.writing.word = word;
  made.explain = [](const Tape& tape, const Node& node, int row, int col) {
    Explanation explanation = Cellwise<f, slope>::explain(tape, node, row, col);
    explanation.function_name = "1 / ";
    return explanation;
  };
  return made;
}();
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law_of_cells};

}  // namespace

Var reciprocal(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
