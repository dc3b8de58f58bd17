#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/grad/law.h"
#include "core/grad/tape.h"

// What the files of the ops share: reading the inputs, comparing shapes, explaining with one term.
namespace glassformer {

// Up to so many cells, which is as many as a person looks at, an op computes in double and rounds
// once. Ops whose time matters in training compute larger matrices in Real, a vector at a time.
inline constexpr std::size_t exact_cells = 16'384;

inline const Mat& in(const Tape& tape, const Node& node, int i) {
  return tape.value(node.inputs[static_cast<std::size_t>(i)]);
}

// What the op computes: forward writes it, backward reads it.
inline Mat& result(Node& node) {
  return node.computed->host;
}
inline const Mat& result(const Node& node) {
  return node.computed->host;
}

// Without fetching a value that is on a device.
inline Shape in_shape(const Tape& tape, const Node& node, int i) {
  return tape.shape(node.inputs[static_cast<std::size_t>(i)]);
}

inline Mat& grad_in(Tape& tape, const Node& node, int i) {
  return tape.grad(node.inputs[static_cast<std::size_t>(i)]);
}

// The gradient of an input, for an op that writes all of it at once. While nothing has been added
// to it it is `fresh`: its cells may hold anything and are to be overwritten; otherwise they are
// added to. Ask for it right before it is written: both inputs of an op may be the same node.
struct GradientOf {
  Mat& grad;
  bool fresh;
};
GradientOf gradient_of(Tape& tape, const Node& node, int i);

// Adds term(i) to cell i of the gradient of an input; cells are numbered row by row.
template <class Term>
void give_gradient(Tape& tape, const Node& node, int input, const Term& term) {
  const auto [grad, fresh] = gradient_of(tape, node, input);
  Real* const to = grad.data();
  const std::size_t cells = grad.size();
  if (fresh) {
    for (std::size_t i = 0; i < cells; ++i) to[i] = term(i);
  } else {
    for (std::size_t i = 0; i < cells; ++i) to[i] += term(i);
  }
}

inline Cell cell_in(const Node& node, int i, int row, int col) {
  return {node.inputs[static_cast<std::size_t>(i)], row, col};
}

// "matmul: q is 3 × 4, k is 5 × 2: " and then `why` they do not fit. Inputs without a name are
// "the first", "the second" …
[[noreturn]] void throw_shape_error(const Tape& tape, const Node& node, std::string_view why);

// The shape rule of ops whose inputs and result all have the same shape.
Shape same_shape(const Tape& tape, const Node& node);

// Throws ShapeError unless the input is a row of that many columns, [1, cols].
void require_row(const Tape& tape, const Node& node, int input, int cols);

// Throws ShapeError unless Attr::ids names a column of the logits for each of their rows.
void require_targets(const Tape& tape, const Node& node, Shape logits);

// to[j] += the sum of column j, in double.
void add_sum_of_rows(const Mat& m, std::span<Real> to);
// to[j] += sums[j], rounded once.
void add_to(std::span<const double> sums, std::span<Real> to);

// The explanation of a cell that copies one of an input: a sum of one term.
Explanation copy_of(const Tape& tape, Cell cell);

}  // namespace glassformer
