#pragma once

#include <span>
#include <vector>

#include "core/grad/tape.h"

namespace glassformer {

// The keys and values of one attention's earlier tokens (a KV cache), kept on the device that
// computes them. Each row is one text; all have as many tokens.
class KeptTokens {
 public:
  // One new token a row: adds its key and value [rows, heads d_k] and returns each query's
  // softmax(q Kᵀ / √d_k) V over the tokens of its row, head by head: [rows, heads d_k]. Throws
  // DeviceError, and then keeps what it had.
  Var attend(Tape& tape, Var q, Var k, Var v, int heads);
  // Row i goes on from what row parents[i] has seen; a row may be kept twice or not at all.
  void keep(std::span<const int> parents);
  bool empty() const { return tokens_ == 0; }

 private:
  int tokens_ = 0;          // of each row
  int room_ = 0;            // rows of the two matrices that belong to a text
  std::vector<int> place_;  // which of the texts there a row goes on from
  DeviceMatPtr keys_, values_;
};

}  // namespace glassformer
