#include "app/intent.h"

#include <algorithm>

namespace glassformer {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang before 17 does not find it by itself

std::vector<CellEdit>::iterator find_cell(std::vector<CellEdit>& cells, int row, int col) {
  return std::find_if(cells.begin(), cells.end(),
                      [&](const CellEdit& e) { return e.row == row && e.col == col; });
}

// After these the matrices may have other shapes, or other things in the same places.
bool moves_cells(const Intent& intent) {
  return std::holds_alternative<SetText>(intent) || std::holds_alternative<SetOrder>(intent);
}

}  // namespace

Inputs applied(Inputs inputs, const Intent& intent) {
  std::visit(Overloaded{
                 [&](const SetCell& set) {
                   auto& cells = inputs.edits[set.path];
                   const auto found = find_cell(cells, set.cell.row, set.cell.col);
                   if (found == cells.end()) {
                     cells.push_back(set.cell);
                   } else {
                     *found = set.cell;
                   }
                 },
                 [&](const ResetCell& reset) {
                   auto& cells = inputs.edits[reset.path];
                   const auto found = find_cell(cells, reset.row, reset.col);
                   if (found != cells.end()) cells.erase(found);
                   if (cells.empty()) inputs.edits.erase(reset.path);
                 },
                 [&](const SetText& set) {
                   inputs.text.at(static_cast<std::size_t>(set.which)) = set.text;
                   inputs.tokens.at(static_cast<std::size_t>(set.which)).clear();
                   inputs.order.clear();
                 },
                 [&](const SetOption& set) {
                   inputs.options[set.name] = set.value;
                   inputs.edits.erase(set.name);  // a matrix that the option writes is written anew
                 },
                 [&](const SetOrder& set) { inputs.order = set.order; },
                 [&](const ResetAll&) { inputs.edits.clear(); },
             },
             intent);
  if (moves_cells(intent)) inputs.edits.clear();
  return inputs;
}

}  // namespace glassformer
