#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grad/explain.h"
#include "core/grad/label.h"
#include "core/tensor/mat.h"

namespace glassformer {

class Tape;
struct Node;

// The constants of one recorded op. Each op's file says which of them it reads.
struct Attr {
  double a = 0;
  int i = 0;
  int j = 0;
  bool transpose_a = false;
  bool transpose_b = false;
  std::uint64_t seed = 0;
  std::vector<int> ids;
  bool operator==(const Attr&) const = default;
};

// How an equation writes an op, in the LaTeX subset that docs/files.md lists.
struct OpWriting {
  // Between its two operands: "+", "\\times". Without one the op stands as a word over an arrow.
  std::string_view sign = {};
  bool product = false;  // of two matrices; these of its factors are transposed:
  bool first_transposed = false;
  bool second_transposed = false;
  // Each cell is 1 / x, or the product of the two cells at its place: a product with a reciprocal
  // is written as the quotient that it is.
  bool reciprocal = false;
  bool cell_product = false;
  // The word over the arrow; null: the op's name.
  std::string (*word)(const Attr&) = nullptr;
  // Whether the result equals the input, so that a picture leaves it out; null: never.
  bool (*is_identity)(const Attr&) = nullptr;
};

// What an op's result is, as far as that follows from what goes in. What does not follow is said
// where the result gets its name.
struct OpMakes {
  // The rows or columns of one of the inputs: "the rows of input 0". kNothing: numbers alone.
  struct From {
    int input = 0;
    bool cols = false;
    bool operator==(const From&) const = default;
  };
  static constexpr From kNothing{-1, false};

  From rows = {0, false};
  From cols = {0, true};
  // What its numbers are; as_first: the same as those of input 0; projected: x W is a query where W
  // are a query's weights, a key and so on likewise, and with probabilities before it an output.
  enum class Numbers { as_first, plain, score, probability, share, projected };
  Numbers numbers = Numbers::as_first;
};

// An op as constant data. Each has a file in core/grad/ops/ with everything about it.
struct Op {
  std::string_view name;     // "softmax"
  std::string_view formula;  // written as OpWriting says: "\\frac{e^{x_j}}{\\sum_k e^{x_k}}"
  std::string_view source;   // paper and section, or the textbook name

  // The shape of the result; throws ShapeError naming the shapes of the inputs.
  Shape (*shape)(const Tape&, const Node&);
  // Writes every cell of the result, which has that shape and holds anything; with adds_to_zeros it
  // holds zeros.
  void (*forward)(const Tape&, Node&);
  // Adds to the gradients of node.inputs, given the gradient of the result (`grad`, same shape
  // as the value).
  void (*backward)(Tape&, const Node&, const Mat& grad);
  // The terms of the cell (row, col), in double.
  Explanation (*explain)(const Tape&, const Node&, int row, int col);
  // Every cell of the result is a cell of an input, unchanged: explanations name that cell, unless
  // this node has a name of its own.
  bool copies = false;
  bool adds_to_zeros = false;
  OpWriting writing = {};
  OpMakes makes = {};
};

// Every op of the program, sorted by name. `const RegisterOp r{op};` in its file adds an op.
std::span<const Op* const> all_ops();
const Op* find_op(std::string_view name);  // nullptr if there is none

struct RegisterOp {
  explicit RegisterOp(const Op& op);
};

}  // namespace glassformer
