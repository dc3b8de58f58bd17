#pragma once

#include <string>
#include <utility>

#include "core/nn/attention.h"
#include "core/nn/linear.h"
#include "core/nn/position.h"

namespace glassformer {

// Multi-head attention (Vaswani et al. 2017, §3.2.2), the queries from y, the keys and values from
// x:
//   head_h = softmax((y W_h^Q)(x W_h^K)ᵀ / √d_k) x W_h^V,  Concat(head_1 … head_h) W^O.
// The matrices of all heads lie side by side: head h has the columns from (h − 1) d_k on. With
// fewer key/value heads (Ainslie et al. 2023, §2.2) neighbouring heads share one of them.
class MultiHeadAttention {
 public:
  struct Config {
    int d_model = 0;
    int heads = 1;
    int kv_heads = 0;          // of which heads is a multiple; 0: as many as heads
    int d_k = 0;               // columns of a head; 0: d_model / heads
    bool biases = false;       // of queries, keys and values
    bool output_bias = false;  // of W^O
    // W^Q, W^K and W^V are one matrix (Radford et al. 2019); self-attention only.
    bool fused = false;
    bool causal = false;                          // query i sees the keys 0 … i
    PositionKind positions = PositionKind::none;  // rotary and alibi matter here
    Rotary rotary = {};
  };

  // Declares within NAME: wq [d_model, heads d_k], wk and wv [d_model, kv_heads d_k], or all three
  // side by side as wqkv, and wo [heads d_k, d_model]; with biases also bq, bk, bv or bqkv, and bo.
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
  int queries_width() const { return config_.heads * config_.d_k; }
  int keys_width() const { return config_.kv_heads * config_.d_k; }
  // Of the fused matrix the first column of W^Q, W^K or W^V, and how many it has.
  std::pair<int, int> third_of(int which) const;
  bool is_cross() const { return place_.kind == AttentionPlace::Kind::cross; }
  Projected project(Pass& pass, Var y, Var x) const;
  Var for_each_head(Pass& pass, Var of_kv_heads) const;
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
