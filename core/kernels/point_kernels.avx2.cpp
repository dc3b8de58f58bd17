#include "core/kernels/point_kernels_body.h"

namespace glassformer {

constinit const PointKernels points_avx2 = points_here;

}  // namespace glassformer
