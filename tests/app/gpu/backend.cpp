#include "tests/app/gpu/backend.h"

#include <algorithm>
#include <cmath>

#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"
#include "tests/core/grad/tested_backend.h"

namespace glassformer {

std::shared_ptr<Backend> tested_backend() {
  return testing_gpu::backend();
}

namespace testing_gpu {

DevicePtr device() {
  static const DevicePtr shared = Device::make(make_egl_compute_context());
  return shared;
}

std::shared_ptr<Backend> backend() {
  static const std::shared_ptr<Backend> shared = make_gpu_backend(device());
  return shared;
}

double largest(const Mat& m) {
  double most = 0;
  for (const Real cell : m.cells()) {
    if (std::isfinite(cell)) most = std::max(most, std::abs(static_cast<double>(cell)));
  }
  return most;
}

}  // namespace testing_gpu

}  // namespace glassformer
