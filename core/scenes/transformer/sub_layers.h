#pragma once

#include <vector>

#include "core/grad/tape.h"
#include "core/scenes/records/transformer.h"

namespace glassformer {

// The sub-layers of the network that record_network() put on the tape.
std::vector<SubLayer> sub_layers(const Tape& tape);

}  // namespace glassformer
