#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/analogy.h"
#include "core/embed/word_vectors.h"

namespace glassformer {

// A word of an expression: its factor, after all signs and brackets, and where it stands.
struct ExpressionTerm {
  std::string word;
  float factor = 1;
  std::size_t at = 0;  // its first byte in the text
};

// "king - man + woman", "2*big - small", "(paris - france) / 2 + italy", "\"new york\" + 0.5 *
// food". A sign within a word, as in "West-Berlin", belongs to it if `known` knows the word so;
// `known` also takes a number for a word where no * or / makes it a factor. A word that comes twice
// is one term. Throws UserError that names the character and what is expected there.
std::vector<ExpressionTerm> parse_expression(std::string_view text,
                                             const std::function<bool(std::string_view)>& known);

// The same with the words looked up. Throws UserError for a word that is not known, with its place
// and the known words that are spelt like it.
std::vector<WordTerm> terms_of(const WordVectors& vectors, std::string_view expression);

}  // namespace glassformer
