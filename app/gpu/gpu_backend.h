#pragma once

#include <memory>

#include "app/gpu/device.h"
#include "core/grad/backend.h"

namespace glassformer {

// The backend that computes on the graphics card, with the ops of app/gpu/ops/. Where it fuses, a
// sum and what is made of it are one kernel (app/gpu/fusion.h).
std::shared_ptr<Backend> make_gpu_backend(DevicePtr device, bool fuses = true);
// The card of such a backend; null for any other, and for null.
DevicePtr device_of(const Backend* backend);

}  // namespace glassformer
