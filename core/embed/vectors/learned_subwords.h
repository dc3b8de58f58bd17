#pragma once

#include <memory>

#include "core/embed/vectors/subwords.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

struct LearnedSubwords {
  std::shared_ptr<const Subwords> subwords;
  // How near a vector made of n-grams is to the true one: the mean cosine over every twentieth
  // word, from a table that was learned without those. nan with fewer than twenty words.
  double cosine = 0;
};

// A table of n-grams for vectors that were trained without: the mean over a word's n-grams is as
// near as can be to its vector at length 1, by least squares with a small penalty on the rows
// (Zhao, Mudgal and Liang 2018, "Generalizing Word Embeddings using Bag of Subwords").
// `settings.buckets` is at least 1.
LearnedSubwords learn_subwords(const WordVectors& vectors, const SubwordSettings& settings);

}  // namespace glassformer
