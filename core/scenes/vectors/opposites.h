#pragma once

#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/records/bias.h"
#include "core/scenes/run.h"

namespace glassformer {

// Pairs of opposites and pairs of words that mean much the same, those whose words the vectors
// have: opposites.cosine and alike.cosine [pairs, 1], and the mean of each.
void record_opposites(const WordVectorsPtr& vectors, Run& run, BiasRecord& record);

}  // namespace glassformer
