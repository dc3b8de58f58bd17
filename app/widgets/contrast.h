#pragma once

#include "app/widgets/geometry.h"

namespace glassformer {

// What can be read (WCAG 2, 1.4.3 and 1.4.11): the least contrast of text, and of lines and marks,
// to what is behind them.
constexpr float kTextContrast = 4.5F;
constexpr float kMarkContrast = 3.0F;

float contrast(Color a, Color b);  // 1 … 21

// Towards what is behind it by this share, or as far as it keeps the contrast: what is not looked
// at becomes quiet, and can still be read.
Color recede(Color ink, Color behind, float share, float least = kTextContrast);

}  // namespace glassformer
