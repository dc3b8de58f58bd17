#include "core/nn/score.h"

#include <cmath>
#include <vector>

#include "core/grad/ops.h"
#include "core/nn/axes.h"

namespace glassformer {

std::string with_head(const std::string& symbol, const std::string& head) {
  if (head.empty() || head == "'") return symbol + head;
  return symbol + "_{" + head + "}";
}

namespace {

Var name_pairs(Tape& tape, Var var, std::string name, const std::string& symbol, Role role,
               const PairAxes& axes) {
  return tape.name(var,
                   {std::move(name), with_head(symbol, axes.head), role, axes.queries, axes.keys});
}

Var name_rows(Tape& tape, Var var, std::string name, const std::string& symbol, Role role,
              const Axis& rows, std::string cols) {
  return tape.name(var, {std::move(name), symbol, role, rows, numbered(std::move(cols))});
}

}  // namespace

Var dot_score(Tape& tape, Var q, Var k, const PairAxes& axes, const std::string& symbol) {
  return name_pairs(tape, matmul_nt(tape, q, k), "scores", symbol, Role::score, axes);
}

Var scaled_dot_score(Tape& tape, Var q, Var k, const PairAxes& axes) {
  const Var dot = name_pairs(tape, matmul_nt(tape, q, k), "dot", "QK^{\\top}", Role::score, axes);
  const double d_k = tape.shape(k).cols;
  return name_pairs(tape, scale(tape, dot, 1 / std::sqrt(d_k)), "scores",
                    "\\frac{QK^{\\top}}{\\sqrt{d_k}}", Role::score, axes);
}

Var bilinear_score(Tape& tape, Var q, Var k, Var w, const PairAxes& axes) {
  const Var qw = name_rows(tape, matmul(tape, q, w), "qw", "QW", Role::query, axes.queries, "d_k");
  return name_pairs(tape, matmul_nt(tape, qw, k), "scores", "QWK^{\\top}", Role::score, axes);
}

Var additive_row(Tape& tape, Var qw, Var ku, Var v, const AdditiveNames& names, bool with_tanh) {
  const auto named = [&](Var var, const char* name, const std::string& symbol) {
    return tape.name(var, {name, symbol, Role::plain, names.keys, names.units});
  };
  const Var sum = named(add_row(tape, ku, qw), "sum", names.sum);
  return matmul_nt(
      tape, v, named(with_tanh ? tanh(tape, sum) : scale(tape, sum, 1), "hidden", names.hidden));
}

Var additive_score(Tape& tape, Var q, Var k, Var w, Var u, Var v, const PairAxes& axes) {
  const Var qw = name_rows(tape, matmul(tape, q, w), "qw", "QW", Role::query, axes.queries, "h");
  const Var ku = name_rows(tape, matmul(tape, k, u), "ku", "KU", Role::key, axes.keys, "h");
  const AdditiveNames names{"qW + KU", "\\mathrm{tanh}(qW + KU)", axes.keys, numbered("h")};
  const int n = tape.shape(q).rows;
  Var scores;
  if (n == 1) {
    scores = additive_row(tape, qw, ku, v, names);
  } else {
    std::vector<Var> rows;
    for (int i = 0; i < n; ++i) {
      const Tape::Scope scope(tape, "query." + std::to_string(i + 1));
      rows.push_back(additive_row(tape, slice_rows(tape, qw, i, 1), ku, v, names));
    }
    scores = concat_rows(tape, rows);
  }
  return name_pairs(tape, scores, "scores", "v \\cdot \\mathrm{tanh}(qW + KU)", Role::score, axes);
}

Var inverse_distance_score(Tape& tape, Var q, Var k, const PairAxes& axes) {
  const Var gap =
      name_pairs(tape, distance(tape, q, k), "distance", "\\| q - k_{j} \\|", Role::plain, axes);
  return name_pairs(tape, reciprocal(tape, gap), "scores", "\\frac{1}{\\| q - k_{j} \\|}",
                    Role::score, axes);
}

Var cosine_score(Tape& tape, Var q, Var k, const PairAxes& axes) {
  const Var unit_q =
      name_rows(tape, unit_rows(tape, q), "q", "\\hat{Q}", Role::query, axes.queries, "d_k");
  const Var unit_k =
      name_rows(tape, unit_rows(tape, k), "k", "\\hat{K}", Role::key, axes.keys, "d_k");
  return name_pairs(tape, matmul_nt(tape, unit_q, unit_k), "scores", "\\hat{Q}\\hat{K}^{\\top}",
                    Role::score, axes);
}

}  // namespace glassformer
