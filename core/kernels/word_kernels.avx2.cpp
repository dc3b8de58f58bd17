#include "core/kernels/word_kernels_body.h"

namespace glassformer {

constinit const WordKernels words_avx2 = words_here;

}  // namespace glassformer
