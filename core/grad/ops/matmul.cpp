// c_ij = Σ_p a_ip b_pj, and the same with one factor transposed.
// Backward: dA = dC Bᵀ and dB = Aᵀ dC; with a transposed factor, its gradient transposes likewise.
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/gemm.h"

namespace glassformer {

namespace {

// TA: the first factor is transposed; TB: the second. Both at once is (BA)ᵀ, and not offered.
template <bool TA, bool TB>
struct Product {
  static constexpr Transpose transpose_a = TA ? Transpose::yes : Transpose::no;
  static constexpr Transpose transpose_b = TB ? Transpose::yes : Transpose::no;

  static Shape shape(const Tape& tape, const Node& node) {
    const Shape a = in_shape(tape, node, 0), b = in_shape(tape, node, 1);
    if ((TA ? a.rows : a.cols) != (TB ? b.cols : b.rows)) {
      throw_shape_error(tape, node,
                        std::string("the ") + (TA ? "rows" : "columns") +
                            " of the first must be as many as the " + (TB ? "columns" : "rows") +
                            " of the second");
    }
    return {TA ? a.cols : a.rows, TB ? b.rows : b.cols};
  }

  static void forward(const Tape& tape, Node& node) {
    gemm(in(tape, node, 0), transpose_a, in(tape, node, 1), transpose_b, result(node),
         Into::replace);
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    const Mat &a = in(tape, node, 0), &b = in(tape, node, 1);
    const auto give = [&](int input, const Mat& left, Transpose transpose_left, const Mat& right,
                          Transpose transpose_right) {
      const auto [to, fresh] = gradient_of(tape, node, input);
      gemm(left, transpose_left, right, transpose_right, to,
           fresh ? Into::replace : Into::accumulate);
    };
    if constexpr (TA) {
      give(0, b, transpose_b, grad, Transpose::yes);
    } else {
      give(0, grad, Transpose::no, b, TB ? Transpose::no : Transpose::yes);
    }
    if constexpr (TB) {
      give(1, grad, Transpose::yes, a, transpose_a);
    } else {
      give(1, a, TA ? Transpose::no : Transpose::yes, grad, Transpose::no);
    }
  }

  static Law law(LawPen& pen) {
    const Shape a = pen.shape(0);
    const bool single = (TA ? a.rows : a.cols) == 1;
    const Index j = single ? Index(0) : pen.bound();
    const std::string left = TA ? pen.factor(0, j, pen.row) : pen.factor(0, pen.row, j),
                      right = TB ? pen.factor(1, pen.col, j) : pen.factor(1, j, pen.col);
    if (single) return {left + " \\cdot " + right};
    return {"\\sum_{" + j.text() + "} " + left + " " + right, true};
  }

  static Explanation explain(const Tape& tape, const Node& node, int row, int col) {
    const Mat &a = in(tape, node, 0), &b = in(tape, node, 1);
    Explanation explanation;
    explanation.how = Explanation::How::sum;
    const int inner = TA ? a.rows() : a.cols();
    for (int p = 0; p < inner; ++p) {
      const Cell left = TA ? cell_in(node, 0, p, row) : cell_in(node, 0, row, p);
      const Cell right = TB ? cell_in(node, 1, col, p) : cell_in(node, 1, p, col);
      const double value =
          static_cast<double>(a(left.row, left.col)) * static_cast<double>(b(right.row, right.col));
      explanation.terms.push_back({{left, right}, value, ""});
    }
    return explanation;
  }
};

template <bool TA, bool TB>
constexpr Op product(std::string_view name, std::string_view formula) {
  using P = Product<TA, TB>;
  return {.name = name,
          .formula = formula,
          .source = "the definition of the matrix product",
          .shape = P::shape,
          .forward = P::forward,
          .backward = P::backward,
          .explain = P::explain,
          .writing = {.sign = "\\times",
                      .product = true,
                      .first_transposed = TA,
                      .second_transposed = TB},
          .makes = {{0, TA}, {1, !TB}, TB ? OpMakes::Numbers::score : OpMakes::Numbers::projected}};
}

constexpr Op op = product<false, false>("matmul", "AB");
constexpr Op op_nt = product<false, true>("matmul_nt", "AB^{T}");
constexpr Op op_tn = product<true, false>("matmul_tn", "A^{T}B");
const RegisterOp registered{op}, registered_nt{op_nt}, registered_tn{op_tn};
const RegisterLaw law{op, Product<false, false>::law}, law_nt{op_nt, Product<false, true>::law},
    law_tn{op_tn, Product<true, false>::law};

}  // namespace

Var matmul(Tape& tape, Var a, Var b) {
  return tape.record(op, {a, b});
}

Var matmul_nt(Tape& tape, Var a, Var b) {
  return tape.record(op_nt, {a, b});
}

Var matmul_tn(Tape& tape, Var a, Var b) {
  return tape.record(op_tn, {a, b});
}

}  // namespace glassformer
