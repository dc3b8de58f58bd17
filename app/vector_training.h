#pragma once

#include <memory>

#include "core/embed/train/vector_training_job.h"
#include "core/embed/train/word2vec_config.h"
#include "core/grad/backend.h"

namespace glassformer {

// What the window trains at first: what the shipped vectors were trained with.
Word2VecConfig window_training_config();

// A training on the default corpus, made in the background and waiting to be started. Its words
// have the groups of the corpus, and its score is the share of the corpus' analogies that come out
// right. The graphics card of the backend trains if it is a training for it.
std::shared_ptr<VectorTrainingJob> corpus_vector_training(
    const Word2VecConfig& config, const std::shared_ptr<Backend>& backend = nullptr);

}  // namespace glassformer
