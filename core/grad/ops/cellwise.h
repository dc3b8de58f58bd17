#pragma once

#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"

namespace glassformer {

// What the ops that apply one function to every cell have in common: y_ij = f(x_ij), and backward
// dx_ij = dy_ij f'(x_ij), both in double and rounded once. `slope` is f' at x; it also gets
// y = f(x), from which many slopes are cheaper.
template <double (*f)(double), double (*slope)(double x, double y)>
struct Cellwise {
  static constexpr std::size_t cost = 8;  // of one call of f, in cell operations

  static void forward(const Tape& tape, Node& node) {
    const Mat& x = in(tape, node, 0);
    parallel_for(x.rows(), x.size() * cost, [&](int row) {
      auto y = result(node).row(row).begin();
      for (Real cell : x.row(row)) *y++ = static_cast<Real>(f(cell));
    });
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    const Mat& x = in(tape, node, 0);
    Mat& dx = grad_in(tape, node, 0);
    parallel_for(x.rows(), x.size() * cost, [&](int row) {
      for (int col = 0; col < x.cols(); ++col) {
        dx(row, col) +=
            static_cast<Real>(grad(row, col) * slope(x(row, col), result(node)(row, col)));
      }
    });
  }

  static Explanation explain(const Tape& tape, const Node& node, int row, int col) {
    Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
    explanation.how = Explanation::How::apply;
    explanation.function = f;
    explanation.function_name = node.op->name;
    return explanation;
  }

  static constexpr Op op(std::string_view name, std::string_view formula, std::string_view source) {
    return {.name = name,
            .formula = formula,
            .source = source,
            .shape = same_shape,
            .forward = forward,
            .backward = backward,
            .explain = explain};
  }
};

}  // namespace glassformer
