#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/train/word2vec_config.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// Trained vectors that another training begins from. Their words keep their input and output
// vectors; only words that are new in the text learn, and those listed in `learning`. So names can
// be added to a set without moving any of its other words.
struct GivenWords {
  WordVectorsPtr vectors;
  std::vector<std::string> learning;  // words of `vectors` that learn anew
  std::string name;                   // for messages: the file
};
using GivenWordsPtr = std::shared_ptr<const GivenWords>;

// Throws UserError, saying what to give instead, unless a training of this config can begin from
// them: skip-gram with negative sampling of words alone, not as published, of as many dimensions,
// from vectors that have output vectors.
void check(const GivenWords& given, const Word2VecConfig& config);

// The text with the vocabulary of both: words that only the vectors have stay in it, and where both
// have a word its counts are added. `kept` still counts the words of the text alone.
EncodedText joined(EncodedText text, const WordVectors& given);

}  // namespace glassformer
