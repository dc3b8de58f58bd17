#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/gpu/device.h"

namespace glassformer {

// At least that many work groups, in two dimensions: one alone may not hold so many.
inline Groups in_rows(int groups) {
  const int x = std::clamp(groups, 1, 32'768);
  return {x, groups_for(groups, x), 1};
}

// The work groups of a kernel that computes each cell by itself: 128 threads in a group, 4 cells
// (EACH in shaders/prelude.glsl) in a thread.
inline Groups cell_groups(int cells) {
  return in_rows(groups_for(cells, 128 * 4));
}

// Some rows of a matrix that one binding can hold.
struct RowBlock {
  int first = 0, count = 0, cells = 0;

  Binding of(const Device& device, const DeviceMat& mat) const {
    return device.rows(mat, first, count);
  }
  // Of a list with a number for each row.
  std::span<const int> of(std::span<const int> numbers) const {
    return numbers.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  }
  Groups groups() const { return cell_groups(cells); }
  Groups row_groups() const { return in_rows(count); }  // one for each row
};

// All rows of a matrix of that shape, in as few blocks as the card allows. The same blocks serve
// any matrix with as many rows and no more columns.
inline std::vector<RowBlock> row_blocks(const Device& device, Shape shape) {
  std::vector<RowBlock> blocks;
  if (shape.cells() == 0) return blocks;
  const int at_once = device.rows_at_once(shape.cols);
  for (int first = 0; first < shape.rows; first += at_once) {
    const int count = std::min(at_once, shape.rows - first);
    blocks.push_back({first, count, count * shape.cols});
  }
  return blocks;
}

// How many cells a kernel reads at once from rows of that width, and the definition that says so.
inline int pack_of(int cols) {
  return cols % 4 == 0 ? 4 : 1;
}
inline const char* packed(int cols) {
  return pack_of(cols) == 4 ? "#define PACKED\n" : "";
}

// Definitions for a kernel in which one work group computes one row: the number of its threads
// (WIDTH), and how many cells they read at once.
inline std::string row_defines(int cols) {
  const int max_packs = pack_of(cols) == 4 ? 64 : 128;  // packs for the smallest group
  const int packs = cols / pack_of(cols);
  return std::string("#define WIDTH ") +
         (packs <= max_packs       ? "32\n"
          : packs <= 4 * max_packs ? "128\n"
                                   : "256\n") +
         packed(cols);
}

// Integers for the kernels that are run while it lives.
class GpuInts {
 public:
  GpuInts(Device& device, std::span<const int> numbers) : sent_(device.send(numbers)) {}
  Binding whole() const { return sent_.binding; }

 private:
  Sent sent_;
};

}  // namespace glassformer
