#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/models/transformer_config.h"
#include "core/nn/site.h"

namespace glassformer {

// What is done to a head's output before the heads are put together.
struct HeadSwitch {
  AttentionPlace head;
  double factor = 1;  // the output is multiplied by it; 0 knocks the head out
  bool copies = false;
  AttentionPlace from;  // with `copies`: the output is that head's instead
};

// "cross.1.2" is head 2 of the cross-attention of layer 1: layers count from 0 as in the paths of a
// run, heads from 1. "cross.1.2=0, encoder.0.1=2, decoder.0.3=@decoder.0.1". Empty: none. Throws
// UserError naming what cannot be read, a head that the model lacks, a copy from a head that comes
// later, or of a sentence of another length (of the encoder in the decoder, or the other way
// round).
std::vector<HeadSwitch> parse_head_switches(std::string_view text, const TransformerConfig& config);

}  // namespace glassformer
