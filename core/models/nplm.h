#pragma once

#include <cstdint>
#include <vector>

#include "core/grad/tape.h"
#include "core/nn/params.h"

namespace glassformer {

// The neural probabilistic language model (Bengio et al. 2003, §2): the words before, each
// through the embedding matrix C, predict the next one:
//   y = b + W x + U tanh(d + H x),  x = the rows of C of the n words before, side by side.
struct NplmConfig {
  int words = 0;
  int dim = 30;        // of a row of C
  int contexts = 4;    // words before
  int hidden = 50;     // cells of the hidden layer
  bool direct = true;  // W x; without it the words before speak through the hidden layer alone
};

// c [words + 1, dim], its last row for what stands before a sentence; h [n · dim, hidden], d [1,
// hidden]; u [hidden, words], b [1, words]; with `direct` w [n · dim, words]. Throws UserError for
// sizes below 1.
Params make_nplm(const NplmConfig& config, std::uint64_t seed);

struct Nplm {
  Var x;       // [rows, n · dim]
  Var hidden;  // [rows, hidden]
  // What the words are predicted from: y = b + features · weights.
  Var features;  // hidden, with `direct` beside x
  Var weights;   // u, with `direct` above w
};

// The inputs of a tape, one for each parameter, in order: Var{0}, Var{1} … on an empty tape.
void put_nplm(Tape& tape, const Params& params);

// `contexts` holds n numbers of words for each row, the farthest first; −1 is the begin of a
// sentence. The tape holds what put_nplm() put there and nothing before it. Its c may have the rows
// of some words alone, with that of the begin behind them: config.words then is how many they are.
Nplm nplm(Tape& tape, const NplmConfig& config, const Params& params,
          const std::vector<int>& contexts);

// y [rows, words]
Var nplm_logits(Tape& tape, const Params& params, const Nplm& made);
// −log of the probability of each row's target [rows, 1], without all logits at once.
Var nplm_surprisal(Tape& tape, const Params& params, const Nplm& made, std::vector<int> targets);

}  // namespace glassformer
