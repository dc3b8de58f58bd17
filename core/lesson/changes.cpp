#include "core/lesson/changes.h"

#include <algorithm>

#include "core/scenes/change.h"

namespace glassformer {

namespace {

void add_cell(const CellChange& cell, std::vector<CellChange>& cells) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const CellChange& other) {
    return other.row == cell.row && other.col == cell.col;
  });
  if (found == cells.end()) {
    cells.push_back(cell);
  } else {
    *found = cell;
  }
}

}  // namespace

void apply(const Changes& changes, Inputs& inputs) {
  for (std::size_t which = 0; which < inputs.text.size(); ++which) {
    if (const auto& text = changes.text.at(which)) set_text(inputs, which, *text);
    if (const auto& tokens = changes.tokens.at(which)) set_tokens(inputs, which, *tokens);
  }
  if (changes.order) set_order(inputs, *changes.order);
  for (const auto& [name, value] : changes.options) set_option(inputs, name, value);
  for (const auto& [path, cells] : changes.edits) {
    if (cells.empty()) inputs.edits.erase(path);
    for (const CellChange& cell : cells) {
      if (cell.value) {
        set_cell(inputs, path, {cell.row, cell.col, *cell.value});
      } else {
        reset_cell(inputs, path, cell.row, cell.col);
      }
    }
  }
}

void add(const Changes& later, Changes& changes) {
  bool moved = later.order.has_value();
  for (std::size_t which = 0; which < later.text.size(); ++which) {
    if (later.text.at(which)) {
      changes.text.at(which) = later.text.at(which);
      changes.tokens.at(which).reset();
      moved = true;
    }
    if (later.tokens.at(which)) {
      changes.tokens.at(which) = later.tokens.at(which);
      moved = true;
    }
  }
  if (moved) {
    changes.order = later.order;
    changes.edits.clear();
  }
  for (const auto& [name, value] : later.options) {
    changes.options[name] = value;
    changes.edits.erase(name);
  }
  for (const auto& [path, cells] : later.edits) {
    auto& all = changes.edits[path];
    if (cells.empty()) all.clear();
    for (const CellChange& cell : cells) add_cell(cell, all);
  }
  if (later.head) changes.head = later.head;
  for (const auto& [key, value] : later.view) changes.view.insert_or_assign(key, value);
  if (later.moment) changes.moment = later.moment;
}

}  // namespace glassformer
