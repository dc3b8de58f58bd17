#pragma once

#include <functional>

#include "app/gpu/device.h"

namespace glassformer {

// The most that a compute shader reaches on this card, measured at the call.
double measured_peak(Device& device, int runs);       // GFLOP/s of float multiply-adds
double measured_bandwidth(Device& device, int runs);  // GB/s, read and written, of a copy

// The time until the card has run `body` that many times in a row.
double seconds_of(Device& device, int times, const std::function<void()>& body);
// How many runs in a row make the way to the card and back negligible. Warms the card up first, for
// half a second, until its clock has risen. 1 for a software renderer.
int times_a_run(Device& device, const std::function<void()>& body);

}  // namespace glassformer
