#include "core/scenes/change.h"

#include <algorithm>
#include <utility>

namespace glassformer {

namespace {

std::vector<CellEdit>::iterator find_cell(std::vector<CellEdit>& cells, int row, int col) {
  return std::find_if(cells.begin(), cells.end(),
                      [&](const CellEdit& e) { return e.row == row && e.col == col; });
}

}  // namespace

void set_text(Inputs& inputs, std::size_t which, std::string text) {
  inputs.text.at(which) = std::move(text);
  inputs.tokens.at(which).clear();
  set_order(inputs, {});
}

void set_tokens(Inputs& inputs, std::size_t which, std::vector<std::string> tokens) {
  inputs.tokens.at(which) = std::move(tokens);
  set_order(inputs, {});
}

void set_order(Inputs& inputs, std::vector<int> order) {
  inputs.order = std::move(order);
  inputs.edits.clear();
}

void set_option(Inputs& inputs, const std::string& name, Option value) {
  inputs.options[name] = std::move(value);
  inputs.edits.erase(name);
}

void set_cell(Inputs& inputs, const std::string& path, CellEdit cell) {
  auto& cells = inputs.edits[path];
  const auto found = find_cell(cells, cell.row, cell.col);
  if (found == cells.end()) {
    cells.push_back(cell);
  } else {
    *found = cell;
  }
}

void reset_cell(Inputs& inputs, const std::string& path, int row, int col) {
  const auto edits = inputs.edits.find(path);
  if (edits == inputs.edits.end()) return;
  const auto found = find_cell(edits->second, row, col);
  if (found != edits->second.end()) edits->second.erase(found);
  if (edits->second.empty()) inputs.edits.erase(edits);
}

}  // namespace glassformer
