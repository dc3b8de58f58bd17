#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/nn/site.h"

namespace glassformer {

// How many heads a network has.
struct HeadCounts {
  int encoder_layers = 0, decoder_layers = 0;
  int heads = 1;  // of each attention
};

// "cross.1.2" is head 2 of the cross-attention of layer 1: layers count from 0 as in the paths of a
// run, heads from 1. "cross.1.2=0, encoder.0.1=2, decoder.0.3=@decoder.0.1". Empty: none. Throws
// UserError naming what cannot be read, a head that the model lacks, a copy from a head that comes
// later, or of a sentence of another length (of the encoder in the decoder, or the other way
// round).
std::vector<HeadSwitch> parse_head_switches(std::string_view text, const HeadCounts& counts);

// Such a text in which `head`, "cross.1.2", has the switch `to`, "0" or "@cross.1.1"; empty: none.
std::string with_head_switch(std::string_view switches, std::string_view head, std::string_view to);

}  // namespace glassformer
