#pragma once

#include <optional>

#include "core/grad/tape.h"

namespace glassformer {

// What a value is, as far as that follows from what it was made of: its axes and its role, by the
// ops that lead to it from what has a name (OpMakes in op.h). Of a value with a name: its own.
struct Made {
  Axis rows = {"", {}, -1};
  Axis cols = {"", {}, -1};
  Role role = Role::plain;
};
Made made_of(const Tape& tape, Var var);

// The cell whose value this one is, unchanged, by its op; none for a cell that was computed or
// given.
std::optional<Cell> copied_cell(const Tape& tape, Cell cell);

// What a cell would be had nobody set it by hand. Where it copies one that was set to the same
// number with it, that is what the other would be.
Real before_edits(const Tape& tape, Cell cell);

}  // namespace glassformer
