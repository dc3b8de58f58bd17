#include "app/gpu/vectors/row_matrix.h"

#include <algorithm>

namespace glassformer {

GpuMatPtr upload_rows(Device& device, const RowsBuilder& rows) {
  const std::size_t cells = rows.count() * rows.stride();
  return device.upload({static_cast<int>(rows.count()), static_cast<int>(rows.stride())},
                       {rows.data(), cells});
}

GpuMatPtr upload_packed(Device& device, const Rows& rows) {
  constexpr std::size_t part_cells = 1 << 22;  // 16 MB at a time are brought together
  const std::size_t width = (rows.dim() + 3) / 4 * 4;
  const std::size_t together = std::max<std::size_t>(1, part_cells / width);
  const Device::Use use(device);
  GpuMatPtr mat = device.make({static_cast<int>(rows.count()), static_cast<int>(width)});
  std::vector<float> part(std::min(together, rows.count()) * width);
  for (std::size_t begin = 0; begin < rows.count(); begin += together) {
    const std::size_t count = std::min(together, rows.count() - begin);
    for (std::size_t r = 0; r < count; ++r) {
      const std::span<const float> row = rows[begin + r];
      std::copy(row.begin(), row.end(), part.begin() + static_cast<std::ptrdiff_t>(r * width));
    }
    device.write(*mat, begin * width, std::span(part).first(count * width));
  }
  return mat;
}

std::vector<float> read_rows(const GpuMat& mat) {
  std::vector<float> cells(mat.shape().cells());
  mat.device()->read(mat.name(), cells);
  return cells;
}

}  // namespace glassformer
