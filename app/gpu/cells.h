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

// The threads of a group that makes a row: "#define WIDTH 256\n".
inline std::string row_width(int cols) {
  if (cols <= 128) return "#define WIDTH 32\n";
  return cols <= 512 ? "#define WIDTH 128\n" : "#define WIDTH 256\n";
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
