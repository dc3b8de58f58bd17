#pragma once

#include <string>

#include "app/gpu/cells.h"

namespace glassformer {

// For a fused kernel: the two matrices whose sum it computes along with its own result, so that the
// sum need not be read again; in backward, their gradients. The second may be a single row that is
// added to every row.
struct SumParts {
  const GpuMat& a;
  const GpuMat& b;

  bool one_row() const { return b.shape() != a.shape(); }
  // The definitions that tell a kernel which of the two gradients it adds to and which it writes.
  std::string added_to() const {
    std::string defines = "#define SUM\n";
    if (a.take_zeros()) defines += "#define STORE_A\n";
    if (one_row()) return defines;
    defines += "#define TO_BOTH\n";
    if (b.take_zeros()) defines += "#define STORE_B\n";
    return defines;
  }
  Binding b_of(const Device& device, const RowBlock& rows) const {
    return one_row() ? device.whole(b) : rows.of(device, b);
  }
};

}  // namespace glassformer
