// y_ij = s x_ij, with the constant s. Reads Attr::a: s. Backward: dX = s dY.
#include <fmt/format.h>

#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

void forward(const Tape& tape, Node& node) {
  const auto x = in(tape, node, 0).cells();
  const auto y = result(node).cells();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<Real>(node.attr.a * x[i]);
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  give_gradient(tape, node, 0, [dy = grad.data(), factor = node.attr.a](std::size_t i) {
    return static_cast<Real>(factor * dy[i]);
  });
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  Term& term = explanation.terms.front();
  term.value *= node.attr.a;
  term.what = "× " + number_text(node.attr.a);
  return explanation;
}

// "÷ √64" when the factor is one over the root of a whole number, as the lectures write it.
std::string word(const Attr& attr) {
  const double under_root = 1 / (attr.a * attr.a);
  if (attr.a > 0 && under_root < 1e6 &&
      std::abs(under_root - std::round(under_root)) < 1e-6 * under_root) {
    return fmt::format("\\div\\sqrt{{{:.0f}}}", std::round(under_root));
  }
  return fmt::format("\\times {:.4g}", attr.a);
}

bool is_identity(const Attr& attr) {
  return attr.a == 1;
}

constexpr Op op{.name = "scale",
                .formula = "s \\cdot x_{ij}",
                .source = "the definition of a scaled matrix",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .writing = {.word = word, .is_identity = is_identity}};
const RegisterOp registered{op};

}  // namespace

Var scale(Tape& tape, Var x, double factor) {
  Attr attr;
  attr.a = factor;
  return tape.record(op, {x}, std::move(attr));
}

}  // namespace glassformer
