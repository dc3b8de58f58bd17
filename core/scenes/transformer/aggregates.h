#pragma once

#include "core/models/transformer_config.h"
#include "core/scenes/records/transformer.h"
#include "core/scenes/run.h"

namespace glassformer {

// The heads of one kind taken together, as nodes of the run's tape in its scope: mean and max over
// all heads of all layers; for self-attention also rollout, the layers' means, each mixed with half
// of the identity, multiplied (Abnar and Zuidema 2020, §3): how much of each input token is in each
// output. `heads`: of each layer. Nothing where the run has no such site.
TransformerRecord::Together record_together(Run& run, AttentionPlace::Stack stack,
                                            AttentionPlace::Kind kind, int heads);

// Those of a recorded Transformer, in the scopes aggregate.encoder, .decoder and .cross.
std::array<TransformerRecord::Together, 3> record_aggregates(Run& run,
                                                             const TransformerConfig& config);

}  // namespace glassformer
