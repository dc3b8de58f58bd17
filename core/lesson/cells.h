#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grad/tape.h"

// Cells of a run, named as texts and claims of lessons name them.
namespace glassformer {

// Of one axis: a number from 0, "last", "*" for all, or a label ("it").
struct Selector {
  std::string text = "*";
  bool operator==(const Selector&) const = default;
};

// {path, row, col}
struct CellsName {
  std::string path;
  Selector row;
  Selector col;
};

struct Cells {
  Var var;
  std::vector<int> rows;
  std::vector<int> cols;

  std::size_t size() const { return rows.size() * cols.size(); }
};

// The cells that the name selects: at least one. Throws UserError: no such matrix, a row or column
// outside of it, a label that no row or column has.
Cells find_cells(const Tape& tape, const CellsName& name);
// Their values, row by row.
std::vector<double> values_of(const Tape& tape, const Cells& cells);

}  // namespace glassformer
