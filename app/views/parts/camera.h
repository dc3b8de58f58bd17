#pragma once

#include <cmath>

#include "app/widgets/ui.h"

namespace glassformer {

// Where the canvas looks: the size of a cell, and the point of the picture, as a share of its
// size, that stands in the middle. Moves fast and smoothly, never slowly.
struct Camera {
  float cell = 0;
  Vec middle{0.5F, 0.5F};

  // Goes `share` of the way to another camera; sizes multiply, so zooming looks even.
  void approach(const Camera& target, float share) {
    cell = cell <= 0 ? target.cell : cell * std::pow(target.cell / cell, share);
    middle = middle + (target.middle - middle) * share;
  }
  bool near(const Camera& other) const {
    return std::abs(std::log(cell / other.cell)) < 0.002F &&
           std::abs(middle.x - other.middle.x) < 0.0005F &&
           std::abs(middle.y - other.middle.y) < 0.0005F;
  }
};

}  // namespace glassformer
