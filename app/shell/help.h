#pragma once

#include <string_view>

#include "app/widgets/ui.h"

namespace glassformer {

// Every key, and what the open view shows. True while it should stay open.
bool draw_help(Ui& ui, std::string_view view_help, Rect whole);

}  // namespace glassformer
