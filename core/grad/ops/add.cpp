// y_ij = a_ij + b_ij. Backward: both inputs get dY.
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

void forward(const Tape& tape, Node& node) {
  const auto a = in(tape, node, 0).cells(), b = in(tape, node, 1).cells();
  const auto y = result(node).cells();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = a[i] + b[i];
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  for (int input = 0; input < 2; ++input) {
    give_gradient(tape, node, input, [dy = grad.data()](std::size_t i) { return dy[i]; });
  }
}

// A sum of sums without a name has all their terms.
void add_terms(const Tape& tape, const Node& node, int row, int col, std::vector<Term>& terms) {
  for (int input = 0; input < 2; ++input) {
    const Cell cell = cell_in(node, input, row, col);
    const Node& from = tape.node(cell.var);
    if (from.op == node.op && from.path.empty() && from.edits.empty()) {
      add_terms(tape, from, row, col, terms);
    } else {
      terms.push_back(copy_of(tape, cell).terms.front());
    }
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  add_terms(tape, node, row, col, explanation.terms);
  return explanation;
}

// "|x|", of max(0, x) + max(0, -x); else empty.
std::string size_of(const std::string& a, const std::string& b) {
  constexpr std::string_view open = "\\max(0, ";
  if (!a.starts_with(open) || !a.ends_with(")")) return {};
  const std::string x = a.substr(open.size(), a.size() - open.size() - 1);
  const bool pair =
      b == std::string(open) + "(-" + x + "))" || b == std::string(open) + "-" + x + ")";
  return pair ? "|" + x + "|" : std::string();
}

Law law(LawPen& pen) {
  const std::string a = pen.cell(0, pen.row, pen.col), b = pen.cell(1, pen.row, pen.col);
  if (const std::string size = size_of(a, b); !size.empty()) return {size};
  if (b.starts_with("-")) return {a + " - " + b.substr(1), true};
  return {a + " + " + b, true};
}

constexpr Op op{.name = "add",
                .formula = "a_{ij} + b_{ij}",
                .source = "the definition of the matrix sum",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .writing = {.sign = "+"}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var add(Tape& tape, Var a, Var b) {
  return tape.record(op, {a, b});
}

}  // namespace glassformer
