#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "app/widgets/ui.h"

namespace glassformer {

// The number as cells write it, with fewer digits where `room` px are too few for three, in the
// form of the narrowest cells after that, and "≈0" or nothing at last: never cut, which would be
// another number.
std::string fitted_number(const Ui& ui, double value, Type type, float room);

// In a place that is too narrow for it: in small letters, then on two lines if the place is high
// enough for them. Of a text that is longer still it is told how many words more there are.
void text_fitted(Ui& ui, Rect place, std::string_view text, Type type, Color ink,
                 Align align = Align::left);

// What a name in a list asks for: all that it takes, but for a long word no more than would leave
// others without room for what stands behind them.
float name_width(const Ui& ui, std::string_view name, Type type);

// How many of `count` items fit into a row of `room` px, from the first on: all, or as many as
// leave room for the note that more follow. `width` (px) is only called for items that may fit: a
// text may have thousands.
std::size_t fitting(const Ui& ui, std::size_t count, const std::function<float(std::size_t)>& width,
                    float room);
// That note: "+ 12 more"; nothing for 0.
void draw_more(Ui& ui, std::size_t left, Rect row);
// What the note takes of a row.
float more_width(const Ui& ui, std::size_t left);

}  // namespace glassformer
