#include "core/kernels/cell_kernels_body.h"

namespace glassformer {

constinit const CellKernels cells_avx512 = cells_here;

}  // namespace glassformer
