#pragma once

#include <span>
#include <string>

#include "app/views/parts/matrix_panel.h"

namespace glassformer {

// One matrix of an equation, with the sign in front of it in formula markup: "\\times", "=".
struct Tile {
  Var var;
  std::string before;
  bool transposed = false;
};

// The matrices side by side, each as large as its share of the line allows, or one below the other
// where that makes larger cells. Tiles whose node the run lacks are left out.
void draw_tiles(Ui& ui, Session& session, MatrixPanel& panel, std::span<const Tile> tiles,
                Rect area, bool gradient);

}  // namespace glassformer
