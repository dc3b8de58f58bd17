#pragma once

#include "app/widgets/ui.h"

namespace glassformer {

// Drawn, not set in a font: they are the same wherever the program runs.
enum class Icon { undo, redo, predict, save, theme, presenter, help, menu, close, open };
void draw_icon(Canvas& canvas, Icon icon, Rect box, Color ink, float thickness);
bool icon_button(Ui& ui, Icon icon, Rect rect, bool on, bool enabled, std::string_view tip);

}  // namespace glassformer
