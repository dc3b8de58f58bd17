#include "core/kernels/product_kernels.h"

#include "core/kernels/product_kernels_body.h"

namespace glassformer {

constinit const ProductKernels products_baseline = products_here;

const ProductKernels& product_kernels() {
  static const ProductKernels& chosen = product_widths.of(width_in_use());
  return chosen;
}

}  // namespace glassformer
