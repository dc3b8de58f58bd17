#pragma once

#include <vector>

#include "core/grad/tape.h"
#include "core/models/checkpoint.h"
#include "core/nn/pass.h"
#include "core/nn/tokens.h"

namespace glassformer::testing {

inline Tokens one_sentence(const std::vector<int>& ids) {
  Tokens tokens;
  tokens.add(ids);
  return tokens;
}

// The whole network traced on a tape.
inline Var traced(Tape& tape, const Checkpoint& model, const std::vector<int>& ids) {
  Pass pass = Pass::traced(tape, model.params);
  return next_token_network(model).logits(pass, {}, {}, one_sentence(ids));
}

}  // namespace glassformer::testing
