#pragma once

#include "core/kernels/glove_step_body.h"
#include "core/kernels/gram_body.h"
#include "core/kernels/sparse_product_body.h"
#include "core/kernels/word_kernels.h"
#include "core/kernels/word_step_body.h"

// core/kernels/word_kernels.h, once for each width.
namespace glassformer {

namespace {

constexpr WordKernels words_here{fused::score,   fused::logistic, fused::softmax, fused::mean,
                                 fused::pass_on, fused::glove,    sparse_row,     gram};

}  // namespace

}  // namespace glassformer
