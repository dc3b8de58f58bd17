#include "core/scenes/vectors/left_bias.h"

namespace glassformer {

Part name_left(Part pair, Part neutral) {
  const Tape::Scope scope(pair.tape(), "left");
  const Axis ends = pair.rows();
  const Axis step{"", {axis_label(ends, 0) + " − " + axis_label(ends, 1)}, -1};
  const Part second = slice_rows(pair, 1, 1);
  const Part direction = unit_rows(slice_rows(pair, 0, 1) - second)
                             .as("direction", "h", {.role = Role::query, .rows = step});
  return (direction * transposed(neutral)).as("projection", "h W'^{\\top}");
}

}  // namespace glassformer
