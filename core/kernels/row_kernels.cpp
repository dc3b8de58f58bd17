#include "core/kernels/row_kernels.h"

#include "core/kernels/row_kernels_body.h"

namespace glassformer {

constinit const RowKernels rows_baseline = rows_here;

const RowKernels& row_kernels() {
  static const RowKernels& chosen = row_widths.of(width_in_use());
  return chosen;
}

}  // namespace glassformer
