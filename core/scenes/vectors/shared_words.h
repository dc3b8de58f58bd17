#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "core/embed/vectors/word_vectors.h"
#include "core/grad/tape.h"

namespace glassformer {

// The words that two sets of vectors share, in the order of the left one, and both laid out on one
// plane. Never changes once made.
struct SharedWords {
  WordVectorsPtr left, right;
  WordList words;
  std::size_t in_both = 0;      // of which these are the first
  std::array<Rows, 2> rows;     // of the shared words: left and right, as they are
  std::array<LeafPtr, 2> maps;  // [words, 2]

  std::size_t count() const { return words.size(); }
  std::string name(std::size_t place) const { return std::string(words[place]); }
  int find(std::string_view word) const { return words.find(word); }
};
using SharedWordsPtr = std::shared_ptr<const SharedWords>;

// The first `most` of them; from the last call where nothing has changed. For the maps every vector
// gets the length 1 and the mean of its set is taken away; the right set is turned onto the left
// (core/project/procrustes.h), and both are seen along the left one's principal components.
SharedWordsPtr shared_words(const WordVectorsPtr& left, const WordVectorsPtr& right,
                            std::size_t max);

// The output vectors of a set as a set of their own; from the last call where it is the same set.
WordVectorsPtr output_vectors(const WordVectorsPtr& vectors);

}  // namespace glassformer
