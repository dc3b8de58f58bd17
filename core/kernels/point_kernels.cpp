#include "core/kernels/point_kernels.h"

#include "core/kernels/point_kernels_body.h"

namespace glassformer {

constinit const PointKernels points_baseline = points_here;

const PointKernels& point_kernels() {
  static const PointKernels& chosen = point_widths.of(width_in_use());
  return chosen;
}

}  // namespace glassformer
