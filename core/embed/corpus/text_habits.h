#pragma once

#include <string>
#include <vector>

#include "core/embed/corpus/counted_words.h"
#include "core/embed/corpus/word_splitter.h"

namespace glassformer {

// What a text has that the way it is cut does not suit, a sentence each, with the option that does:
// no spaces between words, signs that make "Moses," a word of its own, elided words as in "l'eau".
// A little of it is not worth a sentence.
std::vector<std::string> habits_of(const CountedWords& words, const WordOptions& options,
                                   const std::string& name);

}  // namespace glassformer
