#pragma once

#include "core/models/network.h"
#include "core/nn/attention_log.h"

namespace glassformer {

// A network with a decoder that can be told how to choose where to look, and says where it did.
class LookingDecoder {
 public:
  virtual ~LookingDecoder() = default;
  // As NextTokenNetwork::logits.
  virtual Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target,
                     AttentionLog& log) const = 0;
};

}  // namespace glassformer
