#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/widgets/geometry.h"

namespace glassformer {

// Cells of one matrix as they lie on the screen in this frame, as a grid: all of a matrix, or a
// single one that a bar, a point or a number stands for.
struct DrawnCells {
  std::string path;
  int row = 0;  // the first
  int col = 0;
  int rows = 1;
  int cols = 1;
  bool transposed = false;
  Rect rect;  // of all of them
  Rect seen;  // what the clip leaves of it
  std::string part = {};

  bool holds(int r, int c) const {
    return r >= row && r < row + rows && c >= col && c < col + cols;
  }
  Rect cell(int r, int c) const {
    const int across = transposed ? rows : cols, down = transposed ? cols : rows;
    const int x = transposed ? r - row : c - col, y = transposed ? c - col : r - row;
    const float w = rect.w / static_cast<float>(across), h = rect.h / static_cast<float>(down);
    return {rect.x + w * static_cast<float>(x), rect.y + h * static_cast<float>(y), w, h};
  }
};

// All cells that a frame draws and the pointer can touch, in the order in which they are drawn.
class CellRegistry {
 public:
  void clear() {
    cells_.clear();
    part_.clear();
  }
  // What is drawn from now on belongs to this part of the stage; where none is named, each matrix
  // is a part of its own.
  void in_part(std::string name) { part_ = std::move(name); }
  void add(DrawnCells cells) {
    cells.part = part_.empty() ? cells.path : part_;
    cells_.push_back(std::move(cells));
  }
  const std::vector<DrawnCells>& all() const { return cells_; }

 private:
  std::vector<DrawnCells> cells_;
  std::string part_;
};

}  // namespace glassformer
