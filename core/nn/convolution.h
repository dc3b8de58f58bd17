#pragma once

#include <string>

#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// A convolution over the words of each sentence (Gehring et al. 2017, §3.2): the rows of `width`
// neighbours, side by side, times one matrix: [n, inputs] → [n, outputs]. Both ends are padded with
// zeros, so the length stays the same.
class Convolution {
 public:
  struct Config {
    int inputs = 0, outputs = 0;
    int width = 3;  // words of a window
    // The window ends at the word itself, so that a decoder cannot see what it has to predict;
    // otherwise it is centred on the word.
    bool causal = false;
  };
  // Declares "w" [width · inputs, outputs], its rows of the window's first word first, and "b"
  // [1, outputs], with the deviation √(variance / (width · inputs)) (§3.5).
  Convolution(Declaration& declaration, const Config& config, double variance);

  // Names windows, w, product, b, sum. Cached: a causal one keeps the words before.
  Var forward(Pass& pass, Var x, const Tokens& tokens) const;

 private:
  Var windows(Pass& pass, Var x, const Tokens& tokens) const;
  Var next_windows(Pass& pass, Var x) const;

  Config config_;
  int w_, b_, state_ = -1;
};

// A ∘ σ(B), where the left half of x is A and the right half B (Dauphin et al. 2017, §2): B gates A
// cell by cell. [n, 2d] → [n, d]. Names linear, gated, gate, glu.
Var gated_linear_unit(Pass& pass, Var x, const Axis& rows);

}  // namespace glassformer
