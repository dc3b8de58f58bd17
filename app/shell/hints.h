#pragma once

#include <set>

#include "app/kept/settings.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What the hints point at; where there is nothing to point at, an empty rectangle.
struct HintPlaces {
  Rect go_on;     // the timeline's button
  Rect stage;     // the canvas, where it shows numbers
  Rect sentence;  // the field that a sentence is typed into
};

// A few words beside each place whose hint is still to be shown. They take no clicks.
void draw_hints(Ui& ui, const std::set<Hint>& hints, const HintPlaces& places);

// Whether the canvas shows a number within the area.
bool shows_number(const Canvas& canvas, Rect area);

}  // namespace glassformer
