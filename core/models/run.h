#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/grad/tape.h"

namespace glassformer {

// One attention, whatever the model: Bahdanau, Luong, Transformer, GPT, BERT and Set Transformer
// all emit this, so one view serves all. Absent parts are empty.
struct AttentionSite {
  std::string name;  // "" for a single head, else "head.1"
  Var q, k, v;       // [n, d_k] [m, d_k] [m, d_v]
  Var scores;        // [n, m]
  Var mask;          // [n, m], 1: visible
  Var weights;       // [n, m]
  Var context;       // [n, d_v]
};

// A finished forward pass. Immutable once published: views read it and compute nothing.
struct Run {
  Tape tape;
  std::array<std::vector<std::string>, 2> tokens;  // the sentence(s), as the axes label them
  std::vector<AttentionSite> sites;
  Var output;
  Var loss;                        // empty if the model has none
  std::vector<std::string> notes;  // what the viewer must know: "weights are random, seed 7"
  double milliseconds = 0;         // of the forward pass
};
using RunPtr = std::shared_ptr<const Run>;

}  // namespace glassformer
