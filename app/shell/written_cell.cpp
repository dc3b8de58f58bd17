#include "app/shell/written_cell.h"

#include <fmt/format.h>

#include "app/widgets/matrix_parts.h"
#include "core/grad/explain_text.h"
#include "core/grad/law.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

// "d_k" and "W_1" as the lesson sets them; the words of a text stay as they are.
std::string set_in_prose(const std::string& name) {
  const std::string markup = axis_markup(name);
  return markup.empty() ? name : "$" + markup + "$";
}

}  // namespace

std::string described(const Axis& axis, int index, std::string_view otherwise) {
  const std::string name = axis.name.empty() ? std::string(otherwise) : set_in_prose(axis.name);
  const auto i = static_cast<std::size_t>(index);
  if (i < axis.labels.size()) {
    const std::string& label = axis.labels[i];
    const bool symbol = label.size() == 3 && label[1] == '_' && axis.sequence < 0;
    return symbol ? name + " " + set_in_prose(label)
                  : fmt::format("{} “{}”", name, with_drawn_blank(label));
  }
  return fmt::format("{} {}", name, index + 1);
}

std::string symbol_of(const Node& node) {
  return node.label.symbol.empty() ? "\\text{" + node.label.name + "}" : node.label.symbol;
}

std::string law_of(const Tape& tape, const Cell& cell, const Explanation& explanation) {
  std::string law = law_text(tape, cell);
  if (!law.empty()) return law;
  const bool divides = !quotient_cells(tape, cell, explanation).empty();
  return divides ? "\\frac{a_{ij}}{b_{ij}}" : std::string(tape.node(cell.var).op->formula);
}

std::string copied_from(const Tape& tape, const Node& node, const Explanation& explanation) {
  if (!node.op->copies || explanation.terms.size() != 1) return {};
  const std::vector<Cell>& cells = explanation.terms.front().factors;
  if (cells.size() != 1) return {};
  const Cell& from = cells.front();
  const Node& source = tape.node(from.var);
  if (source.path.empty()) return {};
  return fmt::format("Copied from $\\tensor{{{}}}{{{}}}$: {}, {}.", source.path, symbol_of(source),
                     described(source.label.rows, from.row, "row"),
                     described(source.label.cols, from.col, "column"));
}

Cell worked_out(const Tape& tape, Cell cell, Explanation& explanation) {
  const auto handed_on = [&] {
    const bool one = explanation.how == Explanation::How::sum && explanation.terms.size() == 1;
    return one && explanation.terms[0].what.empty() && explanation.terms[0].factors.size() == 1;
  };
  while (handed_on()) {
    const Cell from = explanation.terms[0].factors[0];
    if (!tape.node(from.var).path.empty() || tape.node(from.var).op == nullptr) break;
    cell = from;
    explanation = tape.explain(from.var, from.row, from.col);
  }
  return cell;
}

std::vector<Cell> parts_of(const Tape& tape, const Cell& cell, const Explanation& explanation) {
  std::vector<Cell> parts = quotient_cells(tape, cell, explanation);
  const bool one = explanation.how == Explanation::How::sum && explanation.terms.size() == 1;
  if (!parts.empty() || !one) return parts;
  for (const Cell& factor : explanation.terms[0].factors) {
    const Node& node = tape.node(factor.var);
    if (node.path.empty() && node.op != nullptr) parts.push_back(factor);
  }
  return parts;
}

}  // namespace glassformer
