#pragma once

#include <string>

#include "app/widgets/ui.h"

namespace glassformer {

// Words at the foot of the canvas: where they will stand,
Rect message_box_place(Ui& ui, const std::string& text, Rect canvas);
// and drawing them, with a bar of the colour `mark` and a button that closes them. True if it was
// pressed.
bool draw_message_box(Ui& ui, const std::string& text, Color mark, Rect canvas);

}  // namespace glassformer
