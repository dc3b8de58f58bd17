#pragma once

#include <string>
#include <vector>

#include "core/lesson/cells.h"

namespace glassformer {

// Something that a text says of numbers without naming them.
struct Claim {
  enum class Kind {
    largest,   // this cell, of its row
    smallest,  // likewise
    greater,   // the first cell than the second
    equal,     // both cells, within the tolerance
    falls,     // each cell of what is selected below the one before
    rises,     // above it
  };
  Kind kind = Kind::largest;
  std::vector<CellsName> cells;  // two of them for greater and equal, else one
  double tolerance = 0;
};

// The key of the claim in a lesson file: "largest".
std::string_view key_of(Claim::Kind kind);

// Why the claim does not hold: a sentence. Empty if it does. Throws UserError for cells that the
// run does not have.
std::string refuted(const Claim& claim, const Tape& tape);

}  // namespace glassformer
