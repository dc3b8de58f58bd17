#pragma once

#include <span>

#include "app/gpu/device.h"

// Rows and blocks of matrices on the card.
namespace glassformer {

// to_i = row ids_i of the table.
void gather_rows(Device& device, const GpuMat& table, std::span<const int> ids, GpuMat& to);
// Row ids_i of `to` += from_i. An id may come more than once.
void add_to_rows(Device& device, const GpuMat& from, std::span<const int> ids, GpuMat& to);

// A place in a matrix where a block begins.
struct Corner {
  const GpuMat& mat;
  int row = 0, col = 0;
};
// A block of that shape to its place, or with `add` added there.
void copy_block(Device& device, Shape block, Corner from, Corner to, bool add);

}  // namespace glassformer
