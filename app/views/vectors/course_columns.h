#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A number for each position of a text as a column over its word, from the axis up, or down if it
// is negative. `powers`: on a scale of powers of ten that ends where numbers of 32 bits do.
struct CourseColumns {
  Var values;  // [T, 1]
  bool powers = false;
  int chosen = -1;  // a position; its word is bold
};
// Of a long text the positions around the chosen one. Returns the position whose word was clicked,
// or −1.
int draw_course_columns(Ui& ui, Session& session, const CourseColumns& course, Rect area);

}  // namespace glassformer
