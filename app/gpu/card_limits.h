#pragma once

#include <functional>

#include "app/gpu/device.h"

namespace glassformer {

// The roofs of a roofline plot: the best that a compute shader reaches on this card in `runs` runs,
// measured at the call.
double measured_peak(Device& device, int runs);       // GFLOP/s of float multiply-adds
double measured_bandwidth(Device& device, int runs);  // GB/s of a copy, reads and writes counted

// Seconds until the card has run `body` that many times in a row.
double seconds_of(Device& device, int times, const std::function<void()>& body);
// How many runs in a row are needed for the overhead of submitting and waiting to be negligible.
// Warms the card up for half a second first, so that its clock has risen. 1 for a software
// renderer.
int times_a_run(Device& device, const std::function<void()>& body);

}  // namespace glassformer
