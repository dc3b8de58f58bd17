#pragma once

#include <optional>
#include <utility>

#include "core/tensor/mat.h"

namespace glassformer {

// The cell of a step's focus on which the inspector opens.
struct StepCell {
  // Instead of a column: the largest number of the row, whichever that is in another text or model.
  static constexpr int largest = -1;
  int row = 0, col = 0;
  friend bool operator==(const StepCell&, const StepCell&) = default;
};

// Its row and column in that matrix; nothing: it has no such cell.
std::optional<std::pair<int, int>> place_of(const StepCell& cell, const Mat& focus);

}  // namespace glassformer
