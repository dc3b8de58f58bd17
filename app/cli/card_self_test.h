#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/gpu/card_painter.h"
#include "app/gpu/device.h"

namespace glassformer {

// Whether a card computes what the processor does, in about a second of its work: chains of
// dispatches with uploads, zeros and buffers that are given back between them; attention in pieces;
// a short training; a text that is written; painted heat maps. Empty: it does; else what it got
// wrong. `tell` is told what is tried next. Needs a current context that shares with the device's,
// which `painter` belongs to.
std::string card_self_test(const DevicePtr& device, CardPainter& painter,
                           const std::function<void(std::string_view)>& tell);

}  // namespace glassformer
