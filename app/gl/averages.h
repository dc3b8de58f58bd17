#pragma once

#include <cstdint>
#include <vector>

namespace glassformer {

// A picture half as wide and half as high (rounded down, at least 1 px), each of whose pixels is
// the mean of the area it covers, also where a side is odd. `rgba` is [height, width], four bytes
// each.
struct Halved {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> rgba;
};
Halved halved(const std::uint32_t* rgba, int width, int height);

}  // namespace glassformer
