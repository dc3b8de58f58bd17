// y_ij = ‖a_i − b_j‖, the Euclidean distance of row i of a and row j of b.
// Backward: da_i = Σ_j dy_ij (a_i − b_j) / y_ij, and db_j likewise with the opposite sign. At
// distance 0 there is no derivative; of its subgradients, 0 is taken.
#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape a = in_shape(tape, node, 0), b = in_shape(tape, node, 1);
  if (a.cols != b.cols) {
    throw_shape_error(tape, node, "the rows must have the same number of columns");
  }
  return {a.rows, b.rows};
}

double difference(const Mat& a, int i, const Mat& b, int j, int k) {
  return static_cast<double>(a(i, k)) - static_cast<double>(b(j, k));
}

double distance(const Mat& a, int i, const Mat& b, int j) {
  double squares = 0;
  for (int k = 0; k < a.cols(); ++k) {
    const double d = difference(a, i, b, j, k);
    squares += d * d;
  }
  return std::sqrt(squares);
}

void forward(const Tape& tape, Node& node) {
  const Mat &a = in(tape, node, 0), &b = in(tape, node, 1);
  parallel_for(a.rows(), a.size() * static_cast<std::size_t>(b.rows()), [&](int i) {
    for (int j = 0; j < b.rows(); ++j) result(node)(i, j) = static_cast<Real>(distance(a, i, b, j));
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &a = in(tape, node, 0), &b = in(tape, node, 1);
  Mat &da = grad_in(tape, node, 0), &db = grad_in(tape, node, 1);
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < b.rows(); ++j) {
      const double d = distance(a, i, b, j);
      if (d == 0) continue;
      for (int k = 0; k < a.cols(); ++k) {
        const auto slope = static_cast<Real>(grad(i, j) * difference(a, i, b, j, k) / d);
        da(i, k) += slope;
        db(j, k) -= slope;
      }
    }
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &a = in(tape, node, 0), &b = in(tape, node, 1);
  Explanation explanation;
  explanation.how = Explanation::How::apply;
  explanation.function = [](double x) { return std::sqrt(x); };
  explanation.function_name = "√";
  const bool is_length = is_origin(tape, node.inputs[1]);
  for (int k = 0; k < a.cols(); ++k) {
    const double d = difference(a, row, b, col, k);
    if (is_length) {
      const std::string text = number_text(a(row, k));
      explanation.terms.push_back(
          {{cell_in(node, 0, row, k)}, d * d, a(row, k) < 0 ? "(" + text + ")²" : text + "²"});
      continue;
    }
    explanation.terms.push_back({{cell_in(node, 0, row, k), cell_in(node, 1, col, k)},
                                 d * d,
                                 "(" + number_text(a(row, k)) + (b(col, k) < 0 ? " + " : " − ") +
                                     number_text(std::abs(b(col, k))) + ")²"});
  }
  return explanation;
}

Law law(LawPen& pen) {
  const Index j = pen.bound();
  if (pen.is_origin(1))
    return {"\\sqrt{\\sum_{" + j.text() + "} " + pen.squared(0, pen.row, j) + "}"};
  return {"\\sqrt{\\sum_{" + j.text() + "} (" + pen.cell(0, pen.row, j) + " - " +
          pen.factor(1, pen.col, j) + ")^{2}}"};
}

constexpr Op op{.name = "distance",
                .formula = "\\sqrt{\\sum_k (a_{ik} - b_{jk})^2}",
                .source = "the Euclidean distance",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {{0, false}, {1, false}, OpMakes::Numbers::plain}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var distance(Tape& tape, Var a, Var b) {
  return tape.record(op, {a, b});
}

}  // namespace glassformer
