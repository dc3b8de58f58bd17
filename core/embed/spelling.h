#pragma once

#include <string>
#include <string_view>

#include "core/embed/word_vectors.h"

namespace glassformer {

// A word that is typed, as the vocabulary spells it: exactly so, or in other capitals; a phrase
// also with _ or - for its blanks. "" if it is not there.
std::string spelling_of(const WordVectors& vectors, std::string_view typed);

}  // namespace glassformer
