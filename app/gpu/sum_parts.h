#pragma once

#include <string>

#include "app/gpu/cells.h"

namespace glassformer {

// A kernel that makes the sum of two matrices along with what it makes of the sum, so that the sum
// is not read again: those two, or in backward their gradients. The second may be one row that is
// added to all.
struct SumParts {
  const GpuMat& a;
  const GpuMat& b;

  bool one_row() const { return b.shape() != a.shape(); }
  // Of the gradients of both, what tells a kernel which it adds to, and which it writes.
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
