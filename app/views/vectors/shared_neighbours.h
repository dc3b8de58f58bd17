#pragma once

#include <array>
#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The neighbours that a word has in either of two sets of vectors, the nearest first, as two lists;
// a line joins those that are in both.
struct SharedNeighbours {
  std::array<std::string, 2> titles;  // which sets
  std::array<Color, 2> colors;        // of what only one of them has
  std::string lit;                    // a word that is touched elsewhere
};
struct SharedTouch {  // words, or none
  std::string hovered, double_clicked;
};
SharedTouch draw_shared_neighbours(Ui& ui, Session& session, const SharedNeighbours& spec,
                                   Rect area);

// The title of a list or a map; told in whole where it is cut.
void draw_set_title(Ui& ui, const std::string& words, Rect row);

}  // namespace glassformer
