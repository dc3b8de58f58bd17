#include "core/kernels/weight_kernels.h"

#include "core/kernels/weight_kernels_body.h"

namespace glassformer {

constinit const WeightKernels weights_baseline = weights_here;

const WeightKernels& weight_kernels() {
  static const WeightKernels& chosen = weight_widths.of(width_in_use());
  return chosen;
}

}  // namespace glassformer
