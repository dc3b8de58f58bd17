#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Several ways to weigh the same keys, side by side: a column each, a bar and a number for each
// key, the output below. Touching a bar touches its cell.
struct WeightColumn {
  std::string title;
  Var weights;  // [queries, keys]
  Var output;   // [queries, d_v]; may be empty
  int row = 0;  // of both
};
void draw_weight_columns(Ui& ui, Session& session, const std::vector<WeightColumn>& columns,
                         Rect area);
// Where the columns of these stand, for what is written above or below them.
struct WeightColumnsPlace {
  float names = 0;  // px
  float width = 0;  // of each column
  float gap = 0;    // within it, to the next
  Rect column(Rect row, std::size_t i) const {
    return {row.x + names + width * static_cast<float>(i), row.y, width - gap, row.h};
  }
};
WeightColumnsPlace weight_columns_place(const Ui& ui, const Session& session,
                                        const std::vector<WeightColumn>& columns, Rect area);
float weight_columns_height(const Ui& ui, const Session& session,
                            const std::vector<WeightColumn>& columns);

}  // namespace glassformer
