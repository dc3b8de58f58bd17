#pragma once

#include "core/models/transformer_config.h"
#include "core/scenes/records/transformer.h"
#include "core/scenes/run.h"

namespace glassformer {

// The heads of a recorded Transformer taken together, as nodes of its tape. In the scopes
// aggregate.encoder, .decoder and .cross: mean and max over all heads of all layers; for
// self-attention also rollout, the layers' means, each mixed with half of the identity, multiplied
// (Abnar and Zuidema 2020, §3): how much of each input token is in each output.
std::array<TransformerRecord::Together, 3> record_aggregates(Run& run,
                                                             const TransformerConfig& config);

}  // namespace glassformer
