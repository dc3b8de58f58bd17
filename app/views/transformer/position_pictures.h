#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The pictures of the positional encodings; each reads its nodes from the run and draws them.

// The chosen dimensions as waves over the positions.
void draw_waves(Ui& ui, Session& session, Rect area);
// One number a position, or a dimension, as columns.
struct PositionColumns {
  Var var;  // of one row or of one column
  std::string x_name, y_name;
  bool log = false;
};
void draw_columns(Ui& ui, Session& session, const PositionColumns& columns, Rect area);
// The row of a matrix of pairs that is touched, chosen or lit, as a curve.
void draw_row_curve(Ui& ui, Session& session, Var var, Rect area);
// Each pair of dimensions as a point on a circle, and where a shift by k turns it.
void draw_turning_pairs(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
