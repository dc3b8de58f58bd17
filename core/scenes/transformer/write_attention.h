#pragma once

#include "core/models/attention_file.h"
#include "core/scenes/run.h"

namespace glassformer {

// What a run attended to, as a file of attentions holds it: the self-attention of the encoder, or
// if there is none of the decoder, or of a lesson's single layer; and of a Transformer what goes
// into its first layer and comes out of each. Throws UserError if the run has no self-attention.
AttentionFile attention_of(const Run& run);

}  // namespace glassformer
