#pragma once

#include <string>

#include "core/nn/attention.h"
#include "core/nn/linear.h"
#include "core/nn/position.h"

namespace glassformer {

// Multi-head attention (Vaswani et al. 2017, §3.2.2), the queries from y, the keys and values from
// x:
//   head_h = softmax((y W_h^Q)(x W_h^K)ᵀ / √d_k) x W_h^V,  Concat(head_1 … head_h) W^O.
// The matrices of all heads lie side by side: head h has the columns from (h − 1) d_k on.
class MultiHeadAttention {
 public:
  struct Config {
    int d_model = 0;
    int heads = 1;  // d_model is a multiple of it
    bool biases = false;
    bool fused =
        false;  // W^Q, W^K and W^V are one matrix (Radford et al. 2019); self-attention only
    bool causal = false;                          // query i sees the keys 0 … i
    PositionKind positions = PositionKind::none;  // rotary and alibi matter here
  };

  // Declares within NAME: wq, wk, wv, wo [d_model, d_model], or wqkv [d_model, 3 d_model] and wo;
  // with biases also bq … bo, or bqkv and bo.
  MultiHeadAttention(Declaration& declaration, const std::string& name, const Config& config,
                     const AttentionPlace& place);
  // y [n, d_model], x [m, d_model] → [n, d_model]. A traced pass gets a site for each head.
  Var forward(Pass& pass, Var y, Var x, const Tokens& queries, const Tokens& keys) const;

 private:
  struct Projected {
    Var q, k, v;
  };
  struct Weights {
    Var wq, wk, wv;
    Var bq, bk, bv;  // empty without biases
  };
  bool is_cross() const { return place_.kind == AttentionPlace::Kind::cross; }
  Projected project(Pass& pass, Var y, Var x) const;
  Projected rotated(Pass& pass, Projected all, const Tokens& queries, const Tokens& keys) const;
  Var traced(Pass& pass, Var y, Var x, const Tokens& queries, const Tokens& keys) const;
  Weights weights(Pass& pass) const;
  AttentionSite traced_head(Pass& pass, Var y, Var x, const Weights& all,
                            const AttentionSpec& spec) const;
  LeafPtr visible(Shape pairs) const;
  Var packed(Pass& pass, Var y, Var x, const Tokens& queries, const Tokens& keys) const;
  Var spelled_out(Pass& pass, const Projected& all, const Tokens& queries,
                  const Tokens& keys) const;
  Var cached(Pass& pass, Var y, Var x, const Tokens& queries, const Tokens& keys) const;

  std::string name_;
  Config config_;
  AttentionPlace place_;  // its head is 0
  int state_;
  Linear wq_, wk_, wv_;  // fused: wq_ is all three
  Linear wo_;
};

}  // namespace glassformer
