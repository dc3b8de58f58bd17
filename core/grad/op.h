#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/grad/explain.h"
#include "core/tensor/mat.h"

namespace glassformer {

class Tape;
struct Node;

// The constants of one recorded op; each op says in its file which of these it reads.
struct Attr {
  double a = 0;
  int i = 0;
  int j = 0;
  bool transpose_a = false;
  bool transpose_b = false;
  std::uint64_t seed = 0;
  std::vector<int> ids;
};

// Constant data: one op, one file in core/grad/ops/, where everything about it stands together.
struct Op {
  std::string_view name;  // "softmax"
  std::string_view
      formula;  // in the LaTeX subset that README.md lists: "\\frac{e^{x_j}}{\\sum_k e^{x_k}}"
  std::string_view source;  // paper and section, or the textbook name

  // The shape of the result; throws ShapeError naming the shapes of the inputs.
  Shape (*shape)(const Tape&, const Node&);
  // Fills node.value, which has that shape already and holds zeros; what it held before, if the op
  // is said to write every cell (writes_all.h).
  void (*forward)(const Tape&, Node&);
  // Adds to the gradients of node.inputs, given the gradient of the result (`grad`, same shape
  // as the value).
  void (*backward)(Tape&, const Node&, const Mat& grad);
  // The terms that made the cell (row, col), in double.
  Explanation (*explain)(const Tape&, const Node&, int row, int col);
  // Every cell is a cell of an input as it is: an explanation that speaks of one speaks of the
  // other, where this node has no name of its own.
  bool copies = false;
};

// Every op of the program, sorted by name. An op enters by `const RegisterOp r{op};` in its file.
std::span<const Op* const> all_ops();
const Op* find_op(std::string_view name);  // nullptr if there is none

struct RegisterOp {
  explicit RegisterOp(const Op& op);
};

}  // namespace glassformer
