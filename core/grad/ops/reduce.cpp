// Sums and means over the rows (which leaves one row), over the columns (one column) or over all
// cells, in double. Backward: each cell gets the gradient of the sum that it is in, for a mean
// divided by the number of cells. An empty sum is 0; an empty mean is an error.
#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

enum class Over { rows, cols, all };

template <Over over, bool mean>
struct Reduce {
  static Shape shape(const Tape& tape, const Node& node) {
    const Shape x = in_shape(tape, node, 0);
    if (mean && count(x) == 0)
      throw_shape_error(tape, node, "there is nothing to take the mean of");
    return {over == Over::cols ? x.rows : 1, over == Over::rows ? x.cols : 1};
  }

  static int count(Shape x) { return over == Over::rows ? x.rows : x.cols; }
  // The cell of the result that the cell (row, col) is added to.
  static int to_row(int row) { return over == Over::cols ? row : 0; }
  static int to_col(int col) { return over == Over::rows ? col : 0; }

  static void forward(const Tape& tape, Node& node) {
    const Mat& x = in(tape, node, 0);
    std::vector<double> sums(result(node).size());
    for (int row = 0; row < x.rows(); ++row) {
      for (int col = 0; col < x.cols(); ++col) {
        sums[static_cast<std::size_t>(to_row(row) + to_col(col))] += x(row, col);
      }
    }
    if (mean) {
      for (double& sum : sums) sum /= count(x.shape());
    }
    add_to(sums, result(node).cells());
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    Mat& dx = grad_in(tape, node, 0);
    const double factor = mean ? 1.0 / count(dx.shape()) : 1.0;
    for (int row = 0; row < dx.rows(); ++row) {
      for (int col = 0; col < dx.cols(); ++col) {
        dx(row, col) += static_cast<Real>(factor * grad(to_row(row), to_col(col)));
      }
    }
  }

  static Law law(LawPen& pen) {
    const Index j = pen.bound(), k = over == Over::all ? pen.bound() : j;
    std::string sum = "\\sum_{" + j.text() + "} ";
    if (over == Over::all) sum += "\\sum_{" + k.text() + "} ";
    sum += pen.cell(0, over == Over::cols ? pen.row : j, over == Over::rows ? pen.col : k);
    if (!mean) return {sum, true};
    return {"\\frac{1}{" + number_text(count(pen.shape(0))) + "} " + sum, true};
  }

  static Explanation explain(const Tape& tape, const Node& node, int row, int col) {
    const Mat& x = in(tape, node, 0);
    Explanation explanation;
    explanation.how = Explanation::How::sum;
    for (int r = 0; r < x.rows(); ++r) {
      for (int c = 0; c < x.cols(); ++c) {
        if (to_row(r) != row || to_col(c) != col) continue;
        explanation.terms.push_back({{cell_in(node, 0, r, c)}, x(r, c), ""});
        if (!mean) continue;
        explanation.terms.back().value /= count(x.shape());
        explanation.terms.back().what = "÷ " + number_text(count(x.shape()));
      }
    }
    return explanation;
  }

  static constexpr Op op(std::string_view name, std::string_view formula) {
    return {.name = name,
            .formula = formula,
            .source = mean ? "the arithmetic mean" : "the definition of the sum",
            .shape = shape,
            .forward = forward,
            .backward = backward,
            .explain = explain,
            .adds_to_zeros = true,
            .makes = {over == Over::cols ? OpMakes::From{0, false} : OpMakes::kNothing,
                      over == Over::rows ? OpMakes::From{0, true} : OpMakes::kNothing}};
  }
};

constexpr Op op_sum_rows = Reduce<Over::rows, false>::op("sum_rows", "\\sum_i x_{ij}");
constexpr Op op_sum_cols = Reduce<Over::cols, false>::op("sum_cols", "\\sum_j x_{ij}");
constexpr Op op_mean_rows =
    Reduce<Over::rows, true>::op("mean_rows", "\\frac{1}{n} \\sum_i x_{ij}");
constexpr Op op_mean_cols =
    Reduce<Over::cols, true>::op("mean_cols", "\\frac{1}{m} \\sum_j x_{ij}");
constexpr Op op_sum = Reduce<Over::all, false>::op("sum", "\\sum_i \\sum_j x_{ij}");
const RegisterOp registered[]{RegisterOp{op_sum_rows}, RegisterOp{op_sum_cols},
                              RegisterOp{op_mean_rows}, RegisterOp{op_mean_cols},
                              RegisterOp{op_sum}};
const RegisterLaw laws[]{RegisterLaw{op_sum_rows, Reduce<Over::rows, false>::law},
                         RegisterLaw{op_sum_cols, Reduce<Over::cols, false>::law},
                         RegisterLaw{op_mean_rows, Reduce<Over::rows, true>::law},
                         RegisterLaw{op_mean_cols, Reduce<Over::cols, true>::law},
                         RegisterLaw{op_sum, Reduce<Over::all, false>::law}};

}  // namespace

Var sum_rows(Tape& tape, Var x) {
  return tape.record(op_sum_rows, {x});
}

Var sum_cols(Tape& tape, Var x) {
  return tape.record(op_sum_cols, {x});
}

Var mean_rows(Tape& tape, Var x) {
  return tape.record(op_mean_rows, {x});
}

Var mean_cols(Tape& tape, Var x) {
  return tape.record(op_mean_cols, {x});
}

Var sum(Tape& tape, Var x) {
  return tape.record(op_sum, {x});
}

}  // namespace glassformer
