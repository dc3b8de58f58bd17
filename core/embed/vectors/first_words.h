#pragma once

#include <cstddef>

#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// The first `count` words of a set, or all, in memory of their own: with their vectors, counts and
// groups, but without the output vectors, columns and subwords.
WordVectors first_words(const WordVectors& all, std::size_t count);

}  // namespace glassformer
