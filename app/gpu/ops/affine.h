#pragma once

#include "app/gpu/device.h"

namespace glassformer {

// y = x W + b on the card: [n, d] [d, h] [1, h] → [n, h]; by_rows: y = x Wᵀ + b, W is [h, d].
struct AffineOnCard {
  const GpuMat &x, &w, &b;
  bool by_rows = false;

  void forward(Device& device, GpuMat& y) const;
  // Adds to the gradients of x, W and b.
  void backward(Device& device, const GpuMat& dy, GpuMat& dx, GpuMat& dw, GpuMat& db) const;
};

}  // namespace glassformer
