#pragma once

#include "core/nn/parameters.h"
#include "core/nn/pass.h"
#include "core/tensor/mat.h"

namespace glassformer {

// Sinusoidal positional encoding (Vaswani et al. 2017, §3.5): [n, d_model],
//   PE(pos, 2i) = sin(pos / base^(2i / d_model)),  PE(pos, 2i + 1) = cos(pos / base^(2i /
//   d_model)).
// Positions count from 0. With an odd d_model the last sine has no cosine.
Mat sinusoidal_positions(int n, int d_model, double base = 10000);
// How a cell of it comes about: "sin(5 / 10000^(4 / 64)) = sin(1.99)".
Origin sinusoid_origin(int d_model);

// Rotary positions (Su et al. 2021, §3.2.2): the angle by which each pair of columns (2i, 2i + 1)
// of a query or key at that position is turned, pos / base^(2i / d_k): [positions, d_k / 2].
Mat rotary_angles(const std::vector<int>& positions, int d_k, double base = 10000);

// ALiBi (Press, Smith and Lewis 2022, §3): head h of `heads`, from 1, subtracts slope · |i − j|
// from the score of query i and key j. The slopes are 2^(−8 h / heads).
double alibi_slope(int head, int heads);
Mat alibi_bias(Shape pairs, double slope);  // [queries, keys], ≤ 0

// How a network knows where a token stands. `sinusoidal` and `learned` are added to the embedding;
// `rotary` and `alibi` act on the scores of each attention.
enum class PositionKind { none, sinusoidal, learned, rotary, alibi };

// The part of it that is added to the embedding.
class Position {
 public:
  // Learned positions are a table "positions" [max_len, d_model].
  Position(Declaration& declaration, PositionKind kind, int max_len, int d_model);
  // x + positions, "input"; x itself if nothing is added. [n, d_model]
  Var forward(Pass& pass, Var x, const Tokens& tokens) const;
  int table() const { return table_; }  // index of the learned table; −1: there is none

 private:
  Var encoding(Pass& pass, const Tokens& tokens) const;

  PositionKind kind_;
  int max_len_, d_model_;
  int table_ = -1;
};

}  // namespace glassformer
