#pragma once

#include <functional>

#include "app/gpu/device.h"

namespace glassformer {

// What a compute shader can at best reach on this card, measured now.
double measured_peak(Device& device, int runs);       // GFLOP/s of float multiply-adds
double measured_bandwidth(Device& device, int runs);  // GB/s, read and written, of a copy

// Until the card has done it so often in a row.
double seconds_of(Device& device, int times, const std::function<void()>& body);
// How often in a row it is to be done, so that the way to the card and back does not count: first
// until the card's clock has risen, half a second. Once where the processor plays a card.
int times_a_run(Device& device, const std::function<void()>& body);

}  // namespace glassformer
