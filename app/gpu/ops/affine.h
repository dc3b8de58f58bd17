#pragma once

#include "app/gpu/device.h"

namespace glassformer {

// y = x W + b on the card: [n, d] [d, h] [1, h] → [n, h].
struct AffineOnCard {
  const GpuMat &x, &w, &b;

  void forward(Device& device, GpuMat& y) const;
  // Adds to the gradients of x, W and b.
  void backward(Device& device, const GpuMat& dy, GpuMat& dx, GpuMat& dw, GpuMat& db) const;
};

}  // namespace glassformer
