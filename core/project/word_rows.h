#pragma once

#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// The first `words` vectors, or all where there are fewer, as a map takes them: as they are, and
// then nothing is copied, or each divided by its length. A vector of zeros stays zero.
Rows word_rows(const WordVectorsPtr& vectors, std::size_t words, bool unit_length);

// The first `count` rows, each divided by its length.
RowsBuilder unit_rows(const Rows& rows, std::size_t count);

}  // namespace glassformer
