#include "core/kernels/weight_kernels_body.h"

namespace glassformer {

constinit const WeightKernels weights_avx512 = weights_here;

}  // namespace glassformer
