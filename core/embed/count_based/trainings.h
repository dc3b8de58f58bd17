#pragma once

#include <memory>

#include "core/embed/count_based/glove.h"
#include "core/embed/count_based/lsa.h"
#include "core/embed/train/vector_training.h"

namespace glassformer {

// GloVe and LSA as trainings that go on in rounds. Both throw UserError for a config that cannot be
// trained, and when they are stopped while they count or decompose.

// Counts first, here; a round is measured in cells.
std::unique_ptr<VectorTraining> glove_training(EncodedTextPtr text, const GloveConfig& config,
                                               const KeepGoing& keep_going = {});
// A single round. It keeps no checkpoints: save() writes nothing, and restore() throws UserError.
std::unique_ptr<VectorTraining> lsa_training(EncodedTextPtr text, const LsaConfig& config,
                                             KeepGoing keep_going = {});

}  // namespace glassformer
