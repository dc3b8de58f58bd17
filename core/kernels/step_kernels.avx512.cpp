#include "core/kernels/step_kernels_body.h"

namespace glassformer {

constinit const StepKernels steps_avx512 = steps_here;

}  // namespace glassformer
