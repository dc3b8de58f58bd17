#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "app/gl/compute_context.h"
#include "app/gpu/device.h"
#include "app/graphics_card.h"

namespace glassformer {

// The graphics card, with a backend that computes in a context made by `context`. Never throws: if
// there is no such card, its `why_not` says why. The tilings measured on it are kept in the file
// `measured`; with an empty path they are not kept.
GraphicsCard make_graphics_card(const std::function<std::unique_ptr<ComputeContext>()>& context,
                                const std::filesystem::path& measured = {});

}  // namespace glassformer
