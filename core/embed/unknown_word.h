#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/embed/word_vectors.h"

namespace glassformer {

// At most `count` known words that are spelt nearly like it, the likeliest first: in other letters
// (large, small), then with few slips.
std::vector<std::string> spelt_like(const WordVectors& vectors, std::string_view word,
                                    std::size_t count = 3);

// "there is no word 'quen' among these 600; known are queen, …": a sentence without its full stop.
std::string about_unknown(const WordVectors& vectors, std::string_view word);

}  // namespace glassformer
