#pragma once

#include <string>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/models/head_switch.h"
#include "core/models/transformer_config.h"
#include "core/scenes/scene.h"

namespace glassformer {

HeadCounts head_counts(const TransformerConfig& config);
// Whether the chosen model has the heads that the option "head_scale" names.
bool has_switched_heads(const Inputs& inputs);

// The begin mark and the pieces of a Transformer's own translation, word by word the most probable,
// with heads switched as parse_head_switches() reads it. The last few are kept: an edit of a cell
// runs the model again, but does not translate again.
std::vector<int> translated(const CheckpointPtr& checkpoint, const std::string& sentence,
                            const std::string& switches);

}  // namespace glassformer
