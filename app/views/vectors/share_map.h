#pragma once

#include <functional>
#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A total of 1 that is shared out: the area, divided among the columns of a row [1, n] in
// proportion to their values. Names and numbers stand where they have room; touched ones always.
struct ShareMap {
  Var values;
  std::function<Color(int)> color;  // of a column
  std::string touched = {};         // a word that is hovered elsewhere
};
// Returns the word that is hovered, or none.
std::string draw_share_map(Ui& ui, Session& session, const ShareMap& map, Rect area);

}  // namespace glassformer
