#pragma once

#include <memory>

#include "app/gpu/device.h"
#include "core/grad/backend.h"

namespace glassformer::testing_gpu {

// One device for all tests: its programs are compiled once.
DevicePtr device();
std::shared_ptr<Backend> backend();

}  // namespace glassformer::testing_gpu
