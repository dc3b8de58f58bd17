#include "core/nn/score.h"

#include <cmath>

#include "core/grad/ops.h"

namespace glassformer {

std::string with_head(const std::string& symbol, const std::string& head) {
  return head.empty() ? symbol : symbol + "_{" + head + "}";
}

namespace {

Var name_pairs(Tape& tape, Var var, std::string name, const std::string& symbol, Role role,
               const PairAxes& axes) {
  return tape.name(var,
                   {std::move(name), with_head(symbol, axes.head), role, axes.queries, axes.keys});
}

}  // namespace

Var dot_score(Tape& tape, Var q, Var k, const PairAxes& axes) {
  const std::string symbol =
      axes.head.empty() ? "QK^{\\top}" : "Q_{" + axes.head + "}K_{" + axes.head + "}^{\\top}";
  return tape.name(matmul_nt(tape, q, k), {"scores", symbol, Role::score, axes.queries, axes.keys});
}

Var scaled_dot_score(Tape& tape, Var q, Var k, const PairAxes& axes) {
  const Var dot = name_pairs(tape, matmul_nt(tape, q, k), "dot", "QK^{\\top}", Role::score, axes);
  const double d_k = tape.shape(k).cols;
  return name_pairs(tape, scale(tape, dot, 1 / std::sqrt(d_k)), "scores",
                    "\\frac{QK^{\\top}}{\\sqrt{d_k}}", Role::score, axes);
}

}  // namespace glassformer
