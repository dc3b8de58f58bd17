#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/search/analogy.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// A word of an expression: its factor, after all signs and brackets, and where it stands.
struct ExpressionTerm {
  std::string word;
  double factor = 1;
  std::size_t at = 0;    // its first byte in the text
  std::string typed;     // "Paris", where the list has "paris"; empty: as the word is
  std::string cut_from;  // "well-known", of which it is the first part; empty: it stands alone
};

// What words there are: those that are listed, and perhaps any other, made from its n-grams.
struct WordsKnown {
  std::function<std::string(std::string_view)> spelling;  // in the list; "": it is not there
  bool composes = false;
};
// `vectors` must stay as long.
WordsKnown words_known(const WordVectors& vectors);

// "king - man + woman", "2*big - small", "(paris − france) / 2 + italy", "\"new york\" + 0.5 *
// food". A word in other capitals than the list has, and a phrase with blanks where the list has _
// or -, stands for the listed one. A sign within a word, as in "West-Berlin", belongs to it if the
// word is listed so; where any word can be made, every hyphen without spaces does. A number is a
// word where no words are multiplied or divided by it. A word that comes twice is one term. Throws
// UserError that names the character and what is expected there.
std::vector<ExpressionTerm> parse_expression(std::string_view text, const WordsKnown& known);

// What was made of an expression that is not written as the words are listed: sentences, or
// nothing.
struct ExpressionNotes {
  std::vector<std::string> cut;  // words that were parted at a hyphen
  std::string respelled;         // words that stand for others
  std::vector<std::string> all() const;
};
// The same with the words looked up. Throws UserError for a word that is not known, with its place
// and the known words that are spelt like it.
std::vector<WordTerm> terms_of(const WordVectors& vectors, std::string_view expression,
                               ExpressionNotes* notes = nullptr);

}  // namespace glassformer
