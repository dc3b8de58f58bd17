#pragma once

#include <algorithm>
#include <cstddef>

namespace glassformer {

// The rows of a list that has so much height: all `count` of them, each between `least` and `most`
// px high, or as many as have room at the least height.
struct ListRows {
  std::size_t count = 0;
  float height = 0;  // px of each
};

inline ListRows rows_in(float room, std::size_t count, float least, float most) {
  const auto have_room = static_cast<std::size_t>(std::max(0.0F, (room + 0.5F) / least));
  count = std::min(count, have_room);
  if (count == 0) return {0, least};
  return {count, std::min(most, room / static_cast<float>(count))};
}

}  // namespace glassformer
