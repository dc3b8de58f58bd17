#pragma once

#include <string>

#include "app/session/session.h"
#include "app/views/parts/matrix_panel.h"

namespace glassformer {

// The pictures of the positional encodings; each reads its nodes from the run and draws them.

// The row of a node that is touched or chosen, or else its first.
int touched_row(const Session& session, Var var);

// The chosen dimensions as waves over the positions, and below the same numbers as a heat map.
void draw_waves(Ui& ui, Session& session, MatrixPanel& panel, Rect area);
// The norm of each encoding, from the column of that path.
void draw_norms(Ui& ui, Session& session, Var var, Rect area);
// A matrix of pairs of positions, and its touched row as a curve.
void draw_pairs(Ui& ui, Session& session, MatrixPanel& panel, Var var, Rect area);
// An encoding with the positions across, and over it the touched dimension as a curve.
void draw_across(Ui& ui, Session& session, MatrixPanel& panel, Var var, Rect area);
// Each pair of dimensions as a point on a circle, and where a shift by k turns it.
void draw_turning_pairs(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
