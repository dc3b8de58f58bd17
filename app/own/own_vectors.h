#pragma once

#include <string>
#include <vector>

#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// Word vectors as a user may bring them, made here.

// "word1", "word2" …
std::vector<std::string> numbered_words(const std::string& stem, int count);
// The commonest words of French, and 200 more.
std::vector<std::string> french_words();

// Words with random rows around a mean of their own.
WordVectorsPtr vectors_of(const std::vector<std::string>& words, std::size_t dim, double spread);
// The words of the small world with the numbers of others.
WordVectorsPtr shuffled_world();
// Few words, and hardly any of those that the lessons name: the two occupations lie on one side of
// she and he, and opposites are less alike than words of like meaning.
WordVectorsPtr one_sided_vectors();

}  // namespace glassformer
