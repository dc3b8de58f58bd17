#include "core/scenes/vectors/left_bias.h"

#include "core/grad/ops.h"

namespace glassformer {

Var name_left(Tape& tape, Var pair, Var neutral) {
  const Tape::Scope scope(tape, "left");
  const Label ends = tape.node(pair).label, words = tape.node(neutral).label;
  const Axis step{"", {axis_label(ends.rows, 0) + " − " + axis_label(ends.rows, 1)}, -1};
  const Var difference = subtract(tape, slice_rows(tape, pair, 0, 1), slice_rows(tape, pair, 1, 1));
  const Var direction =
      tape.name(unit_rows(tape, difference), {"direction", "h", Role::query, step, ends.cols});
  return tape.name(matmul_nt(tape, direction, neutral),
                   {"projection", "h W'^{T}", Role::score, step, words.rows});
}

}  // namespace glassformer
