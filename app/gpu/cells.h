#pragma once

#include <algorithm>
#include <vector>

#include "app/gpu/device.h"

namespace glassformer {

// Some rows of a matrix that one binding can hold.
struct RowBlock {
  int first = 0, count = 0, cells = 0;

  Binding of(const Device& device, const DeviceMat& mat) const {
    return device.rows(mat, first, count);
  }
  // Groups of so many threads, one thread a cell: in rows of groups, for x alone may be too few.
  Groups groups(int threads) const {
    const int all = groups_for(cells, threads), x = std::min(all, 32'768);
    return {x, groups_for(all, x), 1};
  }
};

// All rows of a matrix of that shape, in as few blocks as the card allows.
inline std::vector<RowBlock> row_blocks(const Device& device, Shape shape) {
  std::vector<RowBlock> blocks;
  const int at_once = device.rows_at_once(shape.cols);
  for (int first = 0; first < shape.rows; first += at_once) {
    const int count = std::min(at_once, shape.rows - first);
    blocks.push_back({first, count, count * shape.cols});
  }
  return blocks;
}

}  // namespace glassformer
