#pragma once

#include <functional>
#include <memory>

#include "app/gl/compute_context.h"
#include "app/gpu/device.h"
#include "app/graphics_card.h"

namespace glassformer {

// Never throws: what goes wrong is the card's `why_not`.
GraphicsCard make_graphics_card(const std::function<std::unique_ptr<ComputeContext>()>& context);

}  // namespace glassformer
