#pragma once

#include <string>
#include <vector>

#include "core/nn/pass.h"

// Attention that sees only the words near a position p (Luong et al. 2015, §3.2). One query per
// row.
namespace glassformer {

struct LocalRows {
  std::vector<int> words;  // in each row's sentence; columns after them are never visible
  double reach = 0;        // D: how far from its position a row can see
  Axis queries, keys;
};

// p = S σ(v · tanh(s W)), from states [n, H]: [n, 1]; word positions are 0 … S − 1. Names "sum",
// "hidden", "raw", "share" and "place", with `before` in front of the first four; `units` are the
// columns of W.
Var predicted_place(const Pass&, Var states, Var w, Var v, const LocalRows&,
                    const std::string& before, const Axis& units);

// local-m: the softmax over the words that each row sees; `away` [n, m] is how far each word is
// from p. Names "window", "masked" and, as `name`, the weights.
Var attend_near(const Pass&, Var scores, const Mat& away, const LocalRows&,
                const char* name = "weights");

struct Around {
  Var before;   // [n, m], as attend_near()
  Var bell;     // [n, m], exp(−(j − p)² / 2σ²) with σ = D / 2
  Var weights;  // their product, not divided by its sum again
};
// local-p: the same around the place p [n, 1] of each row, for words at `positions` [m, 1]. Names
// "distance", "window", "masked", "before", "squares", "power", "bell" and "weights".
Around attend_around(const Pass&, Var scores, Var place, Var positions, const LocalRows&);

}  // namespace glassformer
