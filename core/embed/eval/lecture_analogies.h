#pragma once

#include <string>
#include <vector>

#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// An analogy of the lectures (003 and 004), in the spelling that a vocabulary has for its words.
struct LectureAnalogy {
  std::string expression;            // "paris - france + italy"
  std::string answer;                // as the lecture prints it: "rome"
  std::vector<std::string> missing;  // words of either that the vocabulary lacks, as the lecture
                                     // spells them; empty: it can be asked
};

std::vector<LectureAnalogy> lecture_analogies(const WordVectors& vectors);

// What to ask of vectors that nobody has asked anything: the first of these that their words allow,
// or their first word.
std::string first_expression(const WordVectors& vectors);

}  // namespace glassformer
