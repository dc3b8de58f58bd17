#pragma once

#include "core/nn/attention.h"
#include "core/scenes/material.h"

namespace glassformer {

// A sentence as a matrix on the tape: [tokens, d_model].
struct Embedded {
  Var rows;
  Axis tokens;  // axis "token" of its rows
  int count = 0;
  int width = 0;
};

// Names the sentence `which` (0 or 1) as `name` ("x") and sets run.tokens[which]. A typed sentence
// takes the place of a given matrix, with its width, or that of the first given one of `weights`,
// or else d_model. Throws UserError if there is neither a sentence nor a matrix.
Embedded embed(const Inputs& inputs, Material& material, Run& run, int which,
               const std::string& name, const std::string& symbol,
               const std::vector<std::string>& weights);

// The sinusoidal encoding of its places, named `positions`: [tokens, d_model].
Var name_positions(Tape& tape, const Embedded& sentence);

// rows + positions, named `embedded`.
Var add_positions(Tape& tape, Var rows, Var positions, const Axis& tokens,
                  const std::string& symbol);

// W^Q, W^K, W^V of one head, given under `prefix` ("head.1.") or drawn: [d_y, d_k] [d_x, d_k]
// [d_x, d_v], with d_k = d_v = `width` unless the given ones say otherwise.
HeadWeights take_head(Material& material, const std::string& prefix, const Embedded& y,
                      const Embedded& x, int width);

}  // namespace glassformer
