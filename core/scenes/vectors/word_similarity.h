#pragma once

#include "core/embed/vectors/folded_words.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/records/evaluation.h"
#include "core/scenes/scene.h"

namespace glassformer {

// Records under the scope `similarity` pairs of words of one kind or of two, those that were typed,
// or those of a file, the cosines held against their ratings by Spearman's rank correlation;
// difference: of both ranks. Nothing if fewer than two pairs have words that are known.
EvaluationRecord::Similarity record_similarity(const Inputs& inputs, const WordVectors& vectors,
                                               const FoldedWords& known, Run& run);

}  // namespace glassformer
