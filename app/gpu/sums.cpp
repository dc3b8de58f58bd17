#include "app/gpu/sums.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/gpu/cells.h"

namespace glassformer {

namespace {

// How many rows one work group adds up: as many as leave enough groups for every core of a large
// card, but not so few that adding up what they made takes as long.
int rows_of_group(int rows, int groups_across) {
  constexpr int wanted = 512, min = 32, max = 256;
  if (rows <= 2 * min) return 2 * min;
  return std::clamp(groups_for(rows * groups_across, wanted), min, max);
}

void sum_block(Device& device, const ColumnSums& s, const RowBlock& rows, bool add) {
  const int cols = s.to.shape().cols;
  const int packs = s.of_pairs ? cols : cols / pack_of(cols), across = groups_for(packs, 32);
  const int chunk = rows_of_group(rows.count, across), chunks = groups_for(rows.count, chunk);
  const GpuMatPtr parts = chunks > 1 ? device.make({chunks, cols}) : nullptr;
  const Kernel kernel{"column_sums.comp",
                      fmt::format("#define TERM {}\n{}{}", s.term, s.of_pairs ? "" : packed(cols),
                                  add && !parts ? "#define ADD\n" : "")};
  const Binding a = rows.of(device, s.a);
  device.run(kernel,
             {device.whole(parts ? *parts : s.to), a, s.b != nullptr ? rows.of(device, *s.b) : a,
              s.of_row != nullptr ? rows.of(device, *s.of_row) : a},
             {rows.count, packs, chunk}, {parts ? 1 : s.factor}, {across, chunks, 1});
  if (parts) sum_columns(device, {.a = *parts, .to = s.to, .add = add, .factor = s.factor});
}

}  // namespace

void sum_columns(Device& device, const ColumnSums& sums) {
  bool add = sums.add && !sums.to.take_zeros();
  if (sums.a.shape().cells() == 0) {
    if (!add) device.fill_zero(sums.to);
    return;
  }
  // of_row has two columns.
  const Shape widest{sums.a.shape().rows, std::max(sums.a.shape().cols, 2)};
  for (const RowBlock& rows : row_blocks(device, widest)) {
    sum_block(device, sums, rows, add);
    add = true;
  }
}

void sum_rows(Device& device, const GpuMat& x, GpuMat& to, float factor) {
  const int cols = x.shape().cols;
  if (cols == 0) device.fill_zero(to);
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    device.run({"row_sums.comp", row_defines(cols)}, {rows.of(device, x), rows.of(device, to)},
               {rows.count, cols}, {factor}, rows.row_groups());
  }
}

void sum_cells(Device& device, const GpuMat& x, GpuMat& to, float factor) {
  const GpuMatPtr row = device.make({1, x.shape().cols});
  sum_columns(device, {.a = x, .to = *row});
  sum_rows(device, *row, to, factor);
}

}  // namespace glassformer
