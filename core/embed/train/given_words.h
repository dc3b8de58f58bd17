#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/train/word2vec_config.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// Vectors that a training begins from. Their words keep both their vectors, input and output; what
// learns are the words that they lack, and those of them that are to learn again. So names come
// into a set of words without moving any word that it has.
struct GivenWords {
  WordVectorsPtr vectors;
  std::vector<std::string> learning;  // of its words
  std::string name;                   // for messages: the file
};
using GivenWordsPtr = std::shared_ptr<const GivenWords>;

// Throws UserError, saying what to give instead, unless a training of this config can begin from
// them: skip-gram with negative sampling of words alone, not as published, of as many dimensions,
// from vectors that have output vectors.
void check(const GivenWords& given, const Word2VecConfig& config);

// The text, over the words of both: a word of the vectors stays though the text never uses it, and
// its counts in the two are added. `kept` are the words of the text alone, as before.
EncodedText joined(EncodedText text, const WordVectors& given);

}  // namespace glassformer
