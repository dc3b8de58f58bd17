#pragma once

#include <string_view>

namespace glassformer {

// Whether an English word, in small letters, belongs to the closed classes: articles and other
// determiners, pronouns, prepositions, conjunctions, auxiliary verbs with their contractions, and
// the adverbs of degree, place and time that stand in for them ("very", "there", "then"). Such
// words hold a sentence together; what it is about the content words say (Quirk et al. 1985,
// §2.39).
bool is_function_word(std::string_view word);

}  // namespace glassformer
