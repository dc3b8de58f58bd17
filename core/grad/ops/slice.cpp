// slice_cols and slice_rows take `count` columns or rows, from `begin` on. Read Attr::i: begin, and
// Attr::j: count. Backward: the gradient is added to that block of the input's gradient.
#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

template <bool columns>
struct Slice {
  static Shape shape(const Tape& tape, const Node& node) {
    const Shape x = in_shape(tape, node, 0);
    const int begin = node.attr.i, count = node.attr.j, length = columns ? x.cols : x.rows;
    if (begin < 0 || count < 0 || begin > length || count > length - begin) {
      const std::string what = columns ? "columns" : "rows";
      throw_shape_error(tape, node,
                        number_text(count) + " " + what + " from number " + number_text(begin) +
                            " on were asked for, counted from 0; they are not all there");
    }
    return columns ? Shape{x.rows, count} : Shape{count, x.cols};
  }

  static int row_in(const Node& node, int row) { return columns ? row : row + node.attr.i; }
  static int col_in(const Node& node, int col) { return columns ? col + node.attr.i : col; }

  static void forward(const Tape& tape, Node& node) {
    const Mat& x = in(tape, node, 0);
    Mat& y = result(node);
    for (int r = 0; r < y.rows(); ++r) {
      for (int c = 0; c < y.cols(); ++c) y(r, c) = x(row_in(node, r), col_in(node, c));
    }
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    Mat& dx = grad_in(tape, node, 0);
    for (int r = 0; r < grad.rows(); ++r) {
      for (int c = 0; c < grad.cols(); ++c) dx(row_in(node, r), col_in(node, c)) += grad(r, c);
    }
  }

  static Explanation explain(const Tape& tape, const Node& node, int row, int col) {
    return copy_of(tape, cell_in(node, 0, row_in(node, row), col_in(node, col)));
  }

  static Law law(LawPen& pen) {
    const int from = pen.node().attr.i;
    return {pen.cell(0, columns ? pen.row : pen.row + from, columns ? pen.col + from : pen.col)};
  }

  static constexpr Op op(std::string_view name, std::string_view formula) {
    return {.name = name,
            .formula = formula,
            .source = "the definition of a block of a matrix",
            .shape = shape,
            .forward = forward,
            .backward = backward,
            .explain = explain,
            .copies = true,
            .writing = {.word = word},
            .makes = {columns ? OpMakes::From{0, false} : OpMakes::kNothing,
                      columns ? OpMakes::kNothing : OpMakes::From{0, true}}};
  }

  static std::string word(const Attr& attr) {
    const std::string what = columns ? "column" : "row";
    const int first = attr.i + 1, last = attr.i + attr.j;
    if (first == last) return "\\text{" + what + " " + std::to_string(first) + "}";
    return "\\text{" + what + "s " + std::to_string(first) + " to " + std::to_string(last) + "}";
  }
};

constexpr Op op_cols = Slice<true>::op("slice_cols", "x_{i, j + b}");
constexpr Op op_rows = Slice<false>::op("slice_rows", "x_{i + b, j}");
const RegisterOp registered_cols{op_cols}, registered_rows{op_rows};
const RegisterLaw law_cols{op_cols, Slice<true>::law}, law_rows{op_rows, Slice<false>::law};

Attr range(int begin, int count) {
  Attr attr;
  attr.i = begin;
  attr.j = count;
  return attr;
}

}  // namespace

Var slice_cols(Tape& tape, Var x, int begin, int count) {
  return tape.record(op_cols, {x}, range(begin, count));
}

Var slice_rows(Tape& tape, Var x, int begin, int count) {
  return tape.record(op_rows, {x}, range(begin, count));
}

}  // namespace glassformer
