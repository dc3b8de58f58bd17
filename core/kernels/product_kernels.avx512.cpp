#include "core/kernels/product_kernels_body.h"

namespace glassformer {

constinit const ProductKernels products_avx512 = products_here;

}  // namespace glassformer
