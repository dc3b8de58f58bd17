#pragma once

#include <algorithm>

#include "app/widgets/geometry.h"

namespace glassformer {

// The smallest that holds both; an empty one adds nothing.
inline Rect unite(const Rect& a, const Rect& b) {
  if (b.w <= 0 || b.h <= 0) return a;
  if (a.w <= 0 || a.h <= 0) return b;
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

}  // namespace glassformer
