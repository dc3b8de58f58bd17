#pragma once

#include "app/widgets/ui.h"

namespace glassformer {

// GLFW's key as ours. Letters and signs go by what the keyboard's layout prints on them, so that
// Ctrl-Z is where the user expects it; digits by their place, as some layouts hide them behind
// Shift. Key::none: it means nothing to us, or it comes as a character (see typed_key).
Key key_of(int glfw_key, int scancode, bool ctrl);

// The keys that are signs come as characters, wherever a layout has them: '?', '/', '+' and '-'.
Key typed_key(char32_t character);

}  // namespace glassformer
