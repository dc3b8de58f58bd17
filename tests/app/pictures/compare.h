#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/platform/picture.h"

namespace glassformer::testing {

// Each 2 × 2 pixels become their mean, so that a letter that lies a quarter of a pixel elsewhere is
// no difference, and the files stay small.
Pixels halved(const Pixels& pixels);

// With 16 steps a channel: a flat picture packs into a fraction of the room.
Pixels coarser(Pixels pixels);

struct Difference {
  double mean = 0;   // of |a − b| over all channels, 0 … 255
  double share = 0;  // of pixels in which a channel differs by more than 48
};
Difference difference(const Pixels& a, const Pixels& b);

// What differs in red over a pale copy of the first: for looking at.
Pixels marked(const Pixels& a, const Pixels& b);

std::optional<Pixels> read_png(const std::filesystem::path& file);  // none if it is not there

}  // namespace glassformer::testing
