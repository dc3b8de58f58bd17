#include "core/lesson/step_cell.h"

#include <algorithm>

namespace glassformer {

std::optional<std::pair<int, int>> place_of(const StepCell& cell, const Mat& focus) {
  if (cell.row >= focus.rows() || cell.col >= focus.cols() || focus.cols() == 0) return {};
  if (cell.col != StepCell::largest) return std::pair(cell.row, cell.col);
  const auto row = focus.row(cell.row);
  return std::pair(cell.row, static_cast<int>(std::ranges::max_element(row) - row.begin()));
}

}  // namespace glassformer
