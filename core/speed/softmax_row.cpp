#include "core/speed/softmax_row.h"

#include "core/kernels/row_kernels.h"

namespace glassformer {

void softmax_row(Real* cells, int n, Real scale) {
  row_kernels().softmax(cells, scale, static_cast<std::size_t>(n));
}

}  // namespace glassformer
