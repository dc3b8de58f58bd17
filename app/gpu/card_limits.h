#pragma once

#include "app/gpu/device.h"

namespace glassformer {

// What a compute shader can at best reach on this card, measured now.
double measured_peak(Device& device, int runs);       // GFLOP/s of float multiply-adds
double measured_bandwidth(Device& device, int runs);  // GB/s, read and written, of a copy

}  // namespace glassformer
