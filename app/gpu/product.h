#pragma once

#include "app/gpu/device.h"

namespace glassformer {

// c = op(a) op(b), or c += …, on the card: the shapes and the meaning of gemm() in
// core/kernels/gemm.h. Matrices too large for one binding are split.
struct GpuProduct {
  const GpuMat& a;
  bool transpose_a = false;
  const GpuMat& b;
  bool transpose_b = false;
  GpuMat& c;
  bool add = false;
};
void run_product(Device& device, const GpuProduct& product);
// With this tiling rather than the fastest one.
void run_product(Device& device, const GpuProduct& product, const Tiling& tiling);

}  // namespace glassformer
