#pragma once

#include <memory>

#include "core/grad/backend.h"

namespace glassformer {

// What the graphics card of a backend can do at best, each a second.
struct CardRoof {
  double flops = 0;  // multiplications and additions of numbers that stay in registers
  double bytes = 0;  // read and written, of a copy
};
bool has_card(const std::shared_ptr<Backend>& backend);
// Measured now, which takes a second or two; the card is free for others in between.
CardRoof card_roof(const std::shared_ptr<Backend>& backend);  // that has one

}  // namespace glassformer
