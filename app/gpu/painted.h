#pragma once

#include <cstdint>
#include <vector>

#include "app/gpu/card_painter.h"

namespace glassformer {

// The pixels of a heat map that the card paints, brought to the host; empty if it refuses. Needs a
// current context that shares with the card's.
std::vector<std::uint32_t> painted(CardPainter& painter, int width, int height,
                                   const DeviceMat& cells, const CardShades& shades);

}  // namespace glassformer
