#pragma once

#include <string>

#include "app/cli/command_options.h"
#include "app/cli/vector_trainers.h"

namespace glassformer {

// The files of vectors that a training of word vectors begins from.
struct GivenWordsOption {
  std::string from;   // empty: none
  std::string learn;  // a list of words; empty: none
};

void declare_given_words(const CommandOptions& app, GivenWordsOption& option);

// Reads them into the options, and their dimensions unless --dim was given. Throws UserError.
void take_given_words(const GivenWordsOption& option, const CommandOptions& given,
                      VectorOptions& config);

// joined() of the text and the given words. Says on standard error how many words keep their
// vectors, how many learn, and which words of --learn the text does not have.
EncodedText joined_with(const GivenWords& given, EncodedText text);

}  // namespace glassformer
