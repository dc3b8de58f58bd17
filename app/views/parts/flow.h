#pragma once

#include <vector>

#include "app/views/parts/plan.h"
#include "app/widgets/matrix.h"

namespace glassformer {

// One matrix with the sign before it; the unit that lines are broken between.
struct Segment {
  Item item;
  MatrixSpec spec;
  std::string scope;    // drawn above the first segment of a scope
  bool begins = false;  // first of its equation
};

// Where everything lies when a cell is `cell` px wide. Signs and labels keep their size; only
// cells grow, so zooming never makes text too small.
struct Flow {
  float cell = 0;
  Vec size;
  std::vector<MatrixLayout> matrices;  // one per segment
  std::vector<Rect> signs;
  std::vector<int> line_of;  // which line a segment stands in
};

// Lays the segments out like words. `breaks` says before which segments a new line begins; empty:
// where a line would be wider than `width`, it is broken between two equations or before an arrow.
Flow lay_out(const Ui& ui, const std::vector<Segment>& segments, float cell, float width,
             const std::vector<bool>& breaks);

// The largest cell, at most `largest`, for which everything fits into the area. An equation stays
// on one line as long as its cells can be told apart there.
Flow fit(const Ui& ui, const std::vector<Segment>& segments, Vec area, float largest);

void draw_sign(Ui& ui, const Segment& segment, Rect rect, float faded);

}  // namespace glassformer
