#include "tests/app/gpu/backend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"
#include "tests/core/grad/tested_backend.h"

namespace glassformer {

std::shared_ptr<Backend> tested_backend() {
  return testing_gpu::backend();
}

namespace testing_gpu {

DevicePtr device() {
  static const DevicePtr shared = soiled_device();
  return shared;
}

DevicePtr soiled_device() {
  constexpr int largest = 1 << 17, of_each = 4;
  DevicePtr device = Device::make(make_egl_compute_context());
  std::vector<GpuMatPtr> taken;
  for (int bytes = 256, step = 256; bytes <= largest; bytes += step) {
    while (step * 16 <= bytes) step *= 2;  // the sizes of the pool
    Mat cells(1, bytes / static_cast<int>(sizeof(float)));
    for (int i = 0; i < cells.cols(); ++i) cells(0, i) = std::numeric_limits<Real>::quiet_NaN();
    for (int i = 0; i < of_each; ++i) taken.push_back(device->upload(cells));
  }
  return device;
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
