#include "core/kernels/product_kernels_body.h"

namespace glassformer {

constinit const ProductKernels products_avx2 = products_here;

}  // namespace glassformer
