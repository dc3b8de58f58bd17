#pragma once

#include <string>
#include <vector>

#include "core/nn/score.h"
#include "core/nn/site.h"

// Scaled dot-product attention (Vaswani et al. 2017, §3.2):
//   Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V.
// Every intermediate is named in the current scope: scores, scaled, mask, masked, weights, output,
// and before them wq, wk, wv, q, k, v where they are made here. The names are there whatever the
// settings: without scaling `scaled` is the scores times 1, without a mask all of it is visible,
// so an edit stays valid when a switch is turned.
namespace glassformer {

struct AttentionSpec {
  PairAxes axes;
  LeafPtr mask;            // [n, m], 1: visible; null: all visible
  LeafPtr bias;            // [n, m], added to the scaled scores (ALiBi); null: none
  bool scaled = true;      // divide by √d_k
  double d_k = 0;          // the d_k of that root; 0: the keys' own width
  double temperature = 1;  // the scores are divided by it too, > 0
  AttentionPlace place;
  std::string site;  // what a person calls it; empty: to_string(place)
};

// Q [n, d_k], K [m, d_k], V [m, d_v] → output [n, d_v]. V may be empty: then so is the context.
AttentionSite attend(Tape&, Var q, Var k, Var v, const AttentionSpec&);

// The same from scores [n, m] on; spec.d_k must be given if spec.scaled.
AttentionSite attend_from_scores(Tape&, Var scores, Var v, const AttentionSpec&);

// The same from weights [n, m] on.
AttentionSite attend_from_weights(Tape&, Var weights, Var v, const AttentionSpec&);

// What one head learns: W^Q [d_y, d_k], W^K [d_x, d_k], W^V [d_x, d_v].
struct HeadWeights {
  LeafPtr wq, wk, wv;
};
struct HeadVars {
  Var wq, wk, wv;
};
// Puts them on the tape as wq, wk, wv.
HeadVars head_weights(Tape&, const HeadWeights&, const AttentionSpec&);

// Cross-attention: queries Y W^Q from y [n, d_y], keys X W^K and values X W^V from x [m, d_x].
// Self-attention is the case y = x. The first form also puts the weights on the tape.
AttentionSite attention_head(Tape&, Var y, Var x, const HeadWeights&, const AttentionSpec&);
AttentionSite attention_head(Tape&, Var y, Var x, const HeadVars&, const AttentionSpec&);

struct MultiHeadWeights {
  std::vector<HeadWeights> heads;
  LeafPtr wo;  // [Σ d_v, d_out]
};
struct MultiHead {
  std::vector<AttentionSite> sites;  // "head.1" …
  Var concat;                        // [n, Σ d_v]
  Var output;                        // [n, d_out]
};

// Multi-head attention (Vaswani et al. 2017, §3.2.2): Concat(head_1 … head_h) W^O. Heads lie in
// the scopes head.1, head.2 …; then concat, wo, output. spec.axes.head and spec.place.head are set
// here.
MultiHead multi_head_attention(Tape&, Var y, Var x, const MultiHeadWeights&, AttentionSpec spec);

}  // namespace glassformer
