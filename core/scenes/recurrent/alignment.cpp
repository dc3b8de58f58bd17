#include "core/scenes/recurrent/alignment.h"

#include "core/grad/ops.h"

namespace glassformer {

Var encoder_part(Tape& tape, Var h, const AlignmentWeights& weights, const Axis& words,
                 const Axis& hidden) {
  return tape.name(matmul(tape, h, weights.v), {"hv", "HV", Role::key, words, hidden});
}

Alignment align(Tape& tape, Var state, const std::string& symbol, Var hv,
                const AlignmentWeights& weights, bool with_tanh, const Axis& words,
                const Axis& hidden) {
  Alignment made;
  const Axis one = tape.node(state).label.rows;
  made.from_state =
      tape.name(matmul(tape, state, weights.w), {"sw", symbol + " W", Role::query, one, hidden});
  const std::string sum_symbol = symbol + " W + HV";
  const Var sum = tape.name(add_row(tape, hv, made.from_state),
                            {"sum", sum_symbol, Role::plain, words, hidden});
  const Var squashed = with_tanh ? tanh(tape, sum) : scale(tape, sum, 1);
  made.hidden =
      tape.name(squashed, {"hidden", with_tanh ? "\\mathrm{tanh}(" + sum_symbol + ")" : sum_symbol,
                           Role::plain, words, hidden});
  made.scores = matmul_nt(tape, weights.vector, made.hidden);
  return made;
}

}  // namespace glassformer
