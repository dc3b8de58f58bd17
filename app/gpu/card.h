#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "app/card/graphics_card.h"
#include "app/gl/compute_context.h"
#include "app/gpu/device.h"

namespace glassformer {

using MakeContext = std::function<std::unique_ptr<ComputeContext>()>;

// The graphics card, with a backend that computes in a context made by `context`, whether it is
// right or not: TrustedCard (app/platform/) asks that. Never throws: if there is no such card, its
// `why_not` says why. The tilings measured on it are kept in the file `measured`; with an empty
// path they are not kept.
GraphicsCard make_graphics_card(const MakeContext& context,
                                const std::filesystem::path& measured = {},
                                Fences fences = Fences::where_needed);

}  // namespace glassformer
