#include "core/kernels/word_kernels.h"

#include "core/kernels/word_kernels_body.h"

namespace glassformer {

constinit const WordKernels words_baseline = words_here;

const WordKernels& word_kernels() {
  static const WordKernels& chosen = word_widths.of(width_in_use());
  return chosen;
}

}  // namespace glassformer
