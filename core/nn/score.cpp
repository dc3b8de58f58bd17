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

// v · tanh(q W + K U), where `sum` is how q W + K U is written.
Var row_of(Tape& tape, Var qw, Var ku, Var v, const std::string& sum, bool with_tanh) {
  const Label keys = tape.node(ku).label;
  const auto named = [&](Var var, const char* name, const std::string& symbol) {
    return tape.name(var, {name, symbol, Role::plain, keys.rows, keys.cols});
  };
  const Var added = named(add_row(tape, ku, qw), "sum", sum);
  return matmul_nt(tape, v,
                   with_tanh ? named(tanh(tape, added), "hidden", "\\mathrm{tanh}(" + sum + ")")
                             : named(scale(tape, added, 1), "hidden", sum));
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

Var additive_row(Tape& tape, Var s, const std::string& symbol, const Axis& query, Var w, Var ku,
                 Var v, bool with_tanh) {
  const Label keys = tape.node(ku).label;
  const std::string product = symbol + " " + tape.node(w).label.symbol;
  const Var sw = tape.name(matmul(tape, s, w), {"sw", product, Role::query, query, keys.cols});
  return row_of(tape, sw, ku, v, product + " + " + keys.symbol, with_tanh);
}

Var additive_score(Tape& tape, Var q, Var k, Var w, Var u, Var v, const PairAxes& axes) {
  const Var qw = name_rows(tape, matmul(tape, q, w), "qw", "QW", Role::query, axes.queries, "h");
  const Var ku = name_rows(tape, matmul(tape, k, u), "ku", "KU", Role::key, axes.keys, "h");
  constexpr const char* sum = "qW + KU";
  const int n = tape.shape(q).rows;
  Var scores;
  if (n == 1) {
    scores = row_of(tape, qw, ku, v, sum, true);
  } else {
    std::vector<Var> rows;
    for (int i = 0; i < n; ++i) {
      const Tape::Scope scope(tape, "query." + std::to_string(i + 1));
      rows.push_back(row_of(tape, slice_rows(tape, qw, i, 1), ku, v, sum, true));
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
