#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/models/transformer_config.h"

namespace glassformer {

// One head of a Transformer: "cross.1.2" is head 2 of the cross-attention of layer 1. Layers count
// from 0 as in the paths of the trace, heads from 1.
struct HeadName {
  enum class Place { encoder, decoder, cross };
  Place place = Place::encoder;
  int layer = 0;
  int head = 1;
  bool operator==(const HeadName&) const = default;
};
std::string to_string(const HeadName& name);

// What is done to a head's output before the heads are put together.
struct HeadSwitch {
  HeadName head;
  double factor = 1;  // the output is multiplied by it; 0 knocks the head out
  bool copies = false;
  HeadName from;  // with `copies`: the output is that head's instead
};

// "cross.1.2=0, encoder.0.1=2, decoder.0.3=@decoder.0.1". Empty: none. Throws UserError naming what
// cannot be read, a head that the model lacks, a copy from a head that comes later, or of a
// sentence of another length (of the encoder in the decoder, or the other way round).
std::vector<HeadSwitch> parse_head_switches(std::string_view text, const TransformerConfig& config);

}  // namespace glassformer
