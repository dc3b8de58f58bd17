#include "tests/app/gpu/backend.h"

#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"

namespace glassformer::testing_gpu {

DevicePtr device() {
  static const DevicePtr shared = Device::make(make_egl_compute_context());
  return shared;
}

std::shared_ptr<Backend> backend() {
  static const std::shared_ptr<Backend> shared = make_gpu_backend(device());
  return shared;
}

}  // namespace glassformer::testing_gpu
