#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// A word that is typed, as the vocabulary spells it: exactly so, or in other capitals, with another
// kind of apostrophe, or with accents put on in another way; a phrase also with _ or - for its
// blanks. "" if it is not there.
std::string spelling_of(const WordVectors& vectors, std::string_view typed);

// A word that is not there, as n-grams are asked for it: in small letters where the list has no
// others.
std::string as_composed(const WordVectors& vectors, const std::string& typed);

// At most `count` known words that are spelt nearly like it, the likeliest first: in other letters
// (large, small), then with one slip, then, from five letters on, with two; of as many slips the
// more frequent.
std::vector<std::string> spelt_like(const WordVectors& vectors, std::string_view word,
                                    std::size_t count = 3);

// "there is no word 'quen' among these 600; known are queen, …": a sentence without its full stop.
std::string about_unknown(const WordVectors& vectors, std::string_view word);

}  // namespace glassformer
