#include "core/kernels/row_kernels_body.h"

namespace glassformer {

constinit const RowKernels rows_avx2 = rows_here;

}  // namespace glassformer
