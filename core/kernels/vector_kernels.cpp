#include "core/kernels/vector_kernels.h"

#include "core/kernels/vector_kernels_body.h"

namespace glassformer {

constinit const VectorKernels vectors_baseline = vectors_here;

const VectorKernels& vector_kernels() {
  static const VectorKernels& chosen = vector_widths.of(width_in_use());
  return chosen;
}

ByteProduct byte_product() {
#ifdef __x86_64__
  if (has_byte_products()) return byte_product_avx512;
#endif
  return vector_kernels().byte_product;
}

}  // namespace glassformer
