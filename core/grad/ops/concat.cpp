// concat_cols puts matrices of equal height side by side, concat_rows those of equal width one
// below the other. Backward: each part gets its block of the gradient.
#include <algorithm>

#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

template <bool Side>  // true: side by side
struct Concat {
  static Shape shape(const Tape& tape, const Node& node) {
    if (node.inputs.empty()) throw_shape_error(tape, node, "at least one part is needed");
    Shape whole = tape.shape(node.inputs.front());
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
      const Shape part = tape.shape(node.inputs[i]);
      if (Side ? part.rows != whole.rows : part.cols != whole.cols) {
        throw_shape_error(tape, node,
                          Side ? "all parts must have the same number of rows"
                               : "all parts must have the same number of columns");
      }
      (Side ? whole.cols : whole.rows) += Side ? part.cols : part.rows;
    }
    return whole;
  }

  static void forward(const Tape& tape, Node& node) {
    int at = 0;
    for (Var input : node.inputs) {
      const Mat& part = tape.value(input);
      for (int r = 0; r < part.rows(); ++r) {
        const auto to = Side ? result(node).row(r).subspan(static_cast<std::size_t>(at))
                             : result(node).row(at + r);
        std::copy(part.row(r).begin(), part.row(r).end(), to.begin());
      }
      at += Side ? part.cols() : part.rows();
    }
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    int at = 0;
    for (Var input : node.inputs) {
      Mat& part = tape.grad(input);
      for (int r = 0; r < part.rows(); ++r) {
        for (int c = 0; c < part.cols(); ++c)
          part(r, c) += Side ? grad(r, at + c) : grad(at + r, c);
      }
      at += Side ? part.cols() : part.rows();
    }
  }

  static Law law(LawPen& pen) {
    Index along = Side ? pen.col : pen.row;
    if (!along.is_number()) return {};
    int i = 0;
    const auto length = [&] { return Side ? pen.shape(i).cols : pen.shape(i).rows; };
    for (; along.at >= length(); ++i) along.at -= length();
    return {pen.cell(i, Side ? pen.row : along, Side ? along : pen.col)};
  }

  static Explanation explain(const Tape& tape, const Node& node, int row, int col) {
    int& along = Side ? col : row;
    std::size_t i = 0;
    for (; i + 1 < node.inputs.size(); ++i) {
      const Shape part = tape.shape(node.inputs[i]);
      const int length = Side ? part.cols : part.rows;
      if (along < length) break;
      along -= length;
    }
    return copy_of(tape, {node.inputs[i], row, col});
  }
};

std::string beside(const Attr&) {
  return "\\text{side by side}";
}
std::string stacked(const Attr&) {
  return "\\text{stacked}";
}

constexpr Op op_cols{.name = "concat_cols",
                     .formula = "[A_1, A_2, \\ldots]",
                     .source = "the definition of a block matrix",
                     .shape = Concat<true>::shape,
                     .forward = Concat<true>::forward,
                     .backward = Concat<true>::backward,
                     .explain = Concat<true>::explain,
                     .copies = true,
                     .writing = {.word = beside},
                     .makes = {.cols = OpMakes::kNothing}};
constexpr Op op_rows{.name = "concat_rows",
                     .formula = "[A_1; A_2; \\ldots]",
                     .source = "the definition of a block matrix",
                     .shape = Concat<false>::shape,
                     .forward = Concat<false>::forward,
                     .backward = Concat<false>::backward,
                     .explain = Concat<false>::explain,
                     .copies = true,
                     .writing = {.word = stacked},
                     .makes = {.rows = OpMakes::kNothing}};
const RegisterOp registered_cols{op_cols}, registered_rows{op_rows};
const RegisterLaw law_cols{op_cols, Concat<true>::law}, law_rows{op_rows, Concat<false>::law};

}  // namespace

Var concat_cols(Tape& tape, std::vector<Var> parts) {
  return tape.record(op_cols, std::move(parts));
}

Var concat_rows(Tape& tape, std::vector<Var> parts) {
  return tape.record(op_rows, std::move(parts));
}

}  // namespace glassformer
