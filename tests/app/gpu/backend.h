#pragma once

#include <memory>

#include "app/gpu/device.h"
#include "core/grad/backend.h"
#include "core/tensor/mat.h"

namespace glassformer::testing_gpu {

// One device for all tests: its programs are compiled once.
DevicePtr device();
std::shared_ptr<Backend> backend();

// A device whose memory is not 0 before it is written, as that of most software renderers is: the
// pool has some buffers of every size up to 128 KB, full of nan.
DevicePtr soiled_device();

// The largest finite cell, regardless of sign: what a difference is measured by.
double largest(const Mat& m);

}  // namespace glassformer::testing_gpu
