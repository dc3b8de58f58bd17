#pragma once

#include <string>

#include "core/grad/tape.h"
#include "core/scenes/records/transformer.h"

namespace glassformer {

// The residual stream of one side of a Transformer, "encoder" or "decoder", whose sub-layers are on
// the tape: SIDE.stream.length [tokens, 1 + sub-layers], the length of each word's vector at the
// input and after every sum x + Sublayer(x), and SIDE.stream.added [tokens, sub-layers], the length
// of Sublayer(x). Nothing if that side has no layer.
TransformerRecord::Stream record_stream(Tape& tape, const std::string& side);

}  // namespace glassformer
