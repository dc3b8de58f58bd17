#include "core/kernels/cell_kernels.h"

#include "core/kernels/cell_kernels_body.h"

namespace glassformer {

constinit const CellKernels cells_baseline = cells_here;

const CellKernels& cell_kernels() {
  static const CellKernels& chosen = cell_widths.of(width_in_use());
  return chosen;
}

}  // namespace glassformer
