#include "core/kernels/step_kernels.h"

#include "core/kernels/step_kernels_body.h"

namespace glassformer {

constinit const StepKernels steps_baseline = steps_here;

const StepKernels& step_kernels() {
  static const StepKernels& chosen = step_widths.of(width_in_use());
  return chosen;
}

}  // namespace glassformer
