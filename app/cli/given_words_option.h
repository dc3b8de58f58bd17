#pragma once

#include <string>

#include "app/cli/command_options.h"
#include "app/cli/vector_trainers.h"

namespace glassformer {

// Vectors that a training of word vectors begins from, by their files.
struct GivenWordsOption {
  std::string from;   // empty: none
  std::string learn;  // a list of words; empty: none
};

void declare_given_words(const CommandOptions& app, GivenWordsOption& option);

// Into the options, with as many dimensions as they have unless --dim was given. Throws UserError.
void take_given_words(const GivenWordsOption& option, const CommandOptions& given,
                      VectorOptions& config);

// The text joined with theirs. How many words keep their vectors and how many learn stands on
// standard error, and which that were to learn are nowhere.
EncodedText joined_with(const GivenWords& given, EncodedText text);

}  // namespace glassformer
