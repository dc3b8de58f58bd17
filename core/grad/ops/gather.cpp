// Row i of the result is row ids[i] of the table: looking up embeddings. Reads Attr::ids.
// Backward: row i of dY is added to row ids[i] of the table's gradient.
#include <algorithm>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape table = in_shape(tape, node, 0);
  for (int id : node.attr.ids) {
    if (id >= 0 && id < table.rows) continue;
    throw_shape_error(tape, node, "it has no row " + number_text(id) + "; rows count from 0");
  }
  return {static_cast<int>(node.attr.ids.size()), table.cols};
}

void forward(const Tape& tape, Node& node) {
  const Mat& table = in(tape, node, 0);
  int row = 0;
  for (int id : node.attr.ids) std::ranges::copy(table.row(id), result(node).row(row++).begin());
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  Mat& dtable = tape.grad_of_rows(node.inputs[0], node.attr.ids);
  int row = 0;
  for (int id : node.attr.ids) {
    auto to = dtable.row(id).begin();
    for (Real d : grad.row(row++)) *to++ += d;
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const int id = node.attr.ids[static_cast<std::size_t>(row)];
  Explanation explanation = copy_of(tape, cell_in(node, 0, id, col));
  explanation.note = "looked up: a row of the table";
  return explanation;
}

Law law(LawPen& pen) {
  if (!pen.row.is_number()) return {};
  return {pen.cell(0, pen.node().attr.ids[static_cast<std::size_t>(pen.row.at)], pen.col)};
}

std::string word(const Attr&) {
  return "\\text{look up}";
}

constexpr Op op{.name = "gather",
                .formula = "E_{t_i j}",
                .source = "Bengio et al. 2003, section 2: the table of word vectors",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .copies = true,
                .writing = {.word = word},
                .makes = {.rows = OpMakes::kNothing}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var gather(Tape& tape, Var table, std::vector<int> ids) {
  Attr attr;
  attr.ids = std::move(ids);
  return tape.record(op, {table}, std::move(attr));
}

}  // namespace glassformer
