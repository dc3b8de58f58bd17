#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "app/gl/compute_context.h"
#include "app/gpu/device.h"
#include "app/graphics_card.h"

namespace glassformer {

// Never throws: what goes wrong is the card's `why_not`. What is measured of it is kept in the file
// `measured`; empty: it is not kept.
GraphicsCard make_graphics_card(const std::function<std::unique_ptr<ComputeContext>()>& context,
                                const std::filesystem::path& measured = {});

}  // namespace glassformer
