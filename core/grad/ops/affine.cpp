// y = x W + b in one pass over y, as the layers of a packed pass have it: a product and an add_row
// write and read y twice more.
#include "core/grad/ops/affine.h"

#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/gemm.h"

namespace glassformer {

namespace {

enum Input { x_input, w_input, b_input };

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, x_input), w = in_shape(tape, node, w_input);
  if (x.cols != w.rows) {
    throw_shape_error(tape, node, "the columns of the first must be the rows of the second");
  }
  require_row(tape, node, b_input, w.cols);
  return {x.rows, w.cols};
}

void forward(const Tape& tape, Node& node) {
  const Mat &x = in(tape, node, x_input), &w = in(tape, node, w_input),
            &b = in(tape, node, b_input);
  Mat& y = result(node);
  if (y.size() * static_cast<std::size_t>(x.cols()) > exact_products) {
    gemm_of_blocks({x.data(), x.cols(), 1}, {w.data(), w.cols(), 1}, y.data(), y.cols(), y.rows(),
                   x.cols(), y.cols(), Into::replace, b.data());
    return;
  }
  for (int row = 0; row < y.rows(); ++row) std::ranges::copy(b.cells(), y.row(row).begin());
  gemm(x, Transpose::no, w, Transpose::no, y, Into::accumulate);
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  add_affine_gradients(tape, node, x_input, w_input, grad);
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &x = in(tape, node, x_input), &w = in(tape, node, w_input);
  Explanation explanation = copy_of(tape, cell_in(node, b_input, 0, col));
  for (int p = 0; p < x.cols(); ++p) {
    explanation.terms.push_back({{cell_in(node, x_input, row, p), cell_in(node, w_input, p, col)},
                                 static_cast<double>(x(row, p)) * static_cast<double>(w(p, col)),
                                 ""});
  }
  return explanation;
}

constexpr Op op{.name = "affine",
                .formula = "XW + b",
                .source = "a linear layer with its bias",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {{0, false}, {1, true}, OpMakes::Numbers::projected}};
const RegisterOp registered{op};

}  // namespace

void add_affine_gradients(Tape& tape, const Node& node, int x, int w, const Mat& slopes) {
  const auto give = [&](int input, const Mat& left, Transpose turned, const Mat& right,
                        Transpose turned_right) {
    const auto [to, fresh] = gradient_of(tape, node, input);
    gemm(left, turned, right, turned_right, to, fresh ? Into::replace : Into::accumulate);
  };
  give(x, slopes, Transpose::no, in(tape, node, w), Transpose::yes);
  give(w, in(tape, node, x), Transpose::yes, slopes, Transpose::no);
  add_sum_of_rows(slopes, grad_in(tape, node, w + 1).cells());
}

Var affine(Tape& tape, Var x, Var w, Var b) {
  return tape.record(op, {x, w, b});
}

}  // namespace glassformer
