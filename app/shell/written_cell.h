#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/grad/tape.h"

namespace glassformer {

// How a cell is written in the inspector.

// "word “cat”", "row 3": `otherwise` is what an axis without a name is called.
std::string described(const Axis& axis, int index, std::string_view otherwise);
// In formula markup; of a node without a symbol its name.
std::string symbol_of(const Node& node);

// What the operation does to the cells that are written below it.
std::string law_of(const Tape& tape, const Cell& cell, const Explanation& explanation);
// Of a cell that is only handed on, where it comes from; its op's letters would be a riddle. Empty:
// it is worked out, or comes from what has no name.
std::string copied_from(const Tape& tape, const Node& node, const Explanation& explanation);
// The cell whose arithmetic is written: of one that is handed on from what has no name, where it is
// worked out.
Cell worked_out(const Tape& tape, Cell cell, Explanation& explanation);
// The cells of a product that are worked out in a line of their own: those of a quotient, and those
// that have no name.
std::vector<Cell> parts_of(const Tape& tape, const Cell& cell, const Explanation& explanation);

}  // namespace glassformer
