#pragma once

#include <string>

#include "app/cli/command_options.h"
#include "core/embed/train/given_words.h"

namespace glassformer {

// Vectors that a training of word vectors begins from, by their files.
struct GivenWordsOption {
  std::string from;   // empty: none
  std::string learn;  // a list of words; empty: none
};

void declare_given_words(const CommandOptions& app, GivenWordsOption& option);

// Null if none were asked for. Throws UserError.
GivenWordsPtr read_given_words(const GivenWordsOption& option);

}  // namespace glassformer
