#include "core/lesson/step_cell.h"

#include <algorithm>

#include "core/lesson/last_row.h"

namespace glassformer {

std::optional<std::pair<int, int>> place_of(const StepCell& cell, const Mat& focus) {
  const int place = cell.row == last_row ? focus.rows() - 1 : cell.row;
  if (place < 0 || place >= focus.rows() || cell.col >= focus.cols() || focus.cols() == 0) {
    return {};
  }
  if (cell.col != StepCell::largest) return std::pair(place, cell.col);
  const auto row = focus.row(place);
  return std::pair(place, static_cast<int>(std::ranges::max_element(row) - row.begin()));
}

}  // namespace glassformer
