#pragma once

#include <string>
#include <string_view>

#include "app/kept/settings.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The heading of a group in the list at the left, with a sign whether it is folded, as the settings
// have it; a click folds or unfolds it. `holds_open`: what is open is in the group.
struct ListHeading {
  std::string name;
  bool holds_open = false;
};
// Whether the group is folded.
bool draw_list_heading(Ui& ui, Settings& settings, const ListHeading& heading, Rect row);

// At the left edge of what is open.
void draw_open_mark(Ui& ui, Rect row);

}  // namespace glassformer
