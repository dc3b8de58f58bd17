#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/gpu/device.h"

namespace glassformer {

// As many groups in rows of groups, for x alone may be too few.
inline Groups in_rows(int groups) {
  const int x = std::clamp(groups, 1, 32'768);
  return {x, groups_for(groups, x), 1};
}

// Of a kernel that makes cells one by one: 128 threads a group, EACH of shaders/prelude.glsl a
// thread.
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
  Groups row_groups() const { return in_rows(count); }  // a group a row
};

// All rows of a matrix of that shape, in as few blocks as the card allows. The blocks hold for all
// matrices with as many rows that are not wider.
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

// How many cells a kernel reads at a time where rows are so wide, and what tells it so.
inline int pack_of(int cols) {
  return cols % 4 == 0 ? 4 : 1;
}
inline const char* packed(int cols) {
  return pack_of(cols) == 4 ? "#define PACKED\n" : "";
}

// Of a kernel in which a group of threads makes a row: how many they are, and what they read at a
// time.
inline std::string row_defines(int cols) {
  const int most = pack_of(cols) == 4 ? 64 : 128;  // packs for the smallest group
  const int packs = cols / pack_of(cols);
  return std::string("#define WIDTH ") +
         (packs <= most       ? "32\n"
          : packs <= 4 * most ? "128\n"
                              : "256\n") +
         packed(cols);
}

// Numbers that a kernel reads.
class GpuInts {
 public:
  GpuInts(Device& device, std::span<const int> numbers)
      : buffer_(device.upload(numbers)), bytes_(numbers.size_bytes()) {}
  Binding whole() const { return {buffer_->name(), 0, bytes_}; }

 private:
  std::shared_ptr<GpuBuffer> buffer_;
  std::size_t bytes_;
};

}  // namespace glassformer
