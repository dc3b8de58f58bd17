#pragma once

#include <string>

#include "core/grad/tape.h"

// The score functions of the lectures: how well a key answers a query. Each takes queries
// [n, d_q] and keys [m, d_k], names what it makes in the current scope and returns "scores"
// [n, m]. All but the bilinear and the additive score need d_q = d_k and throw ShapeError else.
namespace glassformer {

// What the two axes of the scores are, and the head's number as the symbols write it.
struct PairAxes {
  Axis queries;
  Axis keys;
  std::string head;  // "1"; "'" of shuffled words; empty for a single head
};

// "Q" → "Q_{1}" under head 1, "Q'" under "'".
std::string with_head(const std::string& symbol, const std::string& head);

// Q Kᵀ (Luong et al. 2015, §3.1, "dot"). Nothing is learned. S, because QKᵀ = QKᵀ says nothing.
Var dot_score(Tape&, Var q, Var k, const PairAxes&, const std::string& symbol = "S");

// Q Kᵀ / √d_k (Vaswani et al. 2017, §3.2.1). Nothing is learned. Also names "dot".
Var scaled_dot_score(Tape&, Var q, Var k, const PairAxes&);

// Q W Kᵀ with W [d_q, d_k] (Luong et al. 2015, §3.1, "general"). Learns W. Also names "qw" [n,
// d_k].
Var bilinear_score(Tape&, Var q, Var k, Var w, const PairAxes&);

// v · tanh(q W + k U) with W [d_q, h], U [d_k, h], v [1, h] (Bahdanau et al. 2015, §3.1 and A.1.2,
// there written with columns: vᵀ tanh(W s + U h)). Learns all three. Also names "qw" [n, h], "ku"
// [m, h] and, for each query, "sum" and "hidden" [m, h]; with more than one query these lie in the
// scopes query.1, query.2 …
Var additive_score(Tape&, Var q, Var k, Var w, Var u, Var v, const PairAxes&);

// The row of one state s [1, d], from W and KU [m, h]: [1, m], still to be named. Names "sw",
// "sum" and "hidden", written with the symbols of `s`, W and KU; without the tanh `hidden` is the
// sum itself. `query` is the row's axis.
Var additive_row(Tape&, Var s, const std::string& symbol, const Axis& query, Var w, Var ku, Var v,
                 bool with_tanh = true);

// 1 / ‖q − k‖ (lecture 001, "an analogy"): ∞ where they are equal. Also names "distance" [n, m].
Var inverse_distance_score(Tape&, Var q, Var k, const PairAxes&);

// q · k / (‖q‖ ‖k‖), from −1 to 1 (Graves et al. 2014, §3.3.1). Also names the unit vectors "q"
// and "k".
Var cosine_score(Tape&, Var q, Var k, const PairAxes&);

}  // namespace glassformer
