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

// Rotary positions (Su et al. 2021, §3.2.2): pair i of the columns of a query or key at position
// `pos` is turned by pos · ω_i, with ω_i = base^(−2i / d_k).
struct Rotary {
  double base = 10000;
  // Which columns make pair i: 2i and 2i + 1, or, as the published Llama files have it, i and
  // i + d_k / 2.
  bool halves = false;
  // What is done for texts longer than those of the training: linear, ω_i / factor (Chen et al.
  // 2023, §2.3); llama3, so only what turns more slowly than `low` times in `original` tokens; what
  // turns faster than `high` times keeps its ω_i, and in between is a mixture (Grattafiori et al.
  // 2024, as published with Llama 3.1).
  enum class Scaling { none, linear, llama3 };
  Scaling scaling = Scaling::none;
  double factor = 1;
  double low = 1, high = 4;
  int original = 8192;
  bool operator==(const Rotary&) const = default;

  double frequency(int pair, int d_k) const;
  int apart(int d_k) const { return halves ? d_k / 2 : 1; }  // as rotate_pairs() wants it
};
// The angles of each pair: [positions, d_k / 2].
Mat rotary_angles(const std::vector<int>& positions, int d_k, const Rotary& rotary);
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
