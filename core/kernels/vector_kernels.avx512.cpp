#include "core/kernels/vector_kernels_body.h"

namespace glassformer {

constinit const VectorKernels vectors_avx512 = vectors_here;

}  // namespace glassformer
