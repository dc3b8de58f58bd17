#pragma once

#include <memory>

#include "app/gpu/device.h"
#include "core/train/device_adam.h"

namespace glassformer {

// Adam in compute shaders. `weight` gives the copy on the card that the tapes compute with.
std::unique_ptr<DeviceAdam> make_gpu_adam(DevicePtr device, const Params& params, const Adam& adam,
                                          std::function<DeviceMatPtr(const LeafPtr&)> weight);

}  // namespace glassformer
