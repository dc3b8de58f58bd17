#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/grad/tape.h"

namespace glassformer {

struct LivingText;

// The cell of a step's focus on which the inspector opens. Row and column are each a selector of
// one (core/lesson/cells.h): a number from 0, "last", or a token's name. They are read as the texts
// of the lesson are, so that the cell can be that of which the text speaks:
// "\if{ours}{it}{last}". A name that the run lacks, as that of another sentence may, is the last
// row, or the largest cell of the row.
struct StepCell {
  // Instead of a column: the largest number of the row, whichever that is in another text or model.
  static constexpr const char* largest = "largest";
  std::string row, col;
  friend bool operator==(const StepCell&, const StepCell&) = default;
  // Whether it depends on more than the focus.
  bool is_living() const;
};

// Its row and column in that matrix of the run; nothing: it has no such cell.
std::optional<std::pair<int, int>> place_of(const StepCell& cell, Var focus,
                                            const LivingText& from);

// What is wrong with it for the run of the lesson itself: a number outside the matrix, a condition
// that cannot be read, and a name that no row or column has, whichever way its conditions go.
std::vector<std::string> check_step_cell(const StepCell& cell, Var focus, const LivingText& from);

}  // namespace glassformer
