#pragma once

#include <memory>

#include "app/platform/desk.h"
#include "app/platform/target.h"

namespace glassformer {

// As make_offscreen(width, height, scale) in target.h, with a desk that may have worked out frames
// before, which nobody painted.
std::unique_ptr<FrameTarget> make_offscreen(int width, int height, std::shared_ptr<Desk> desk);

}  // namespace glassformer
