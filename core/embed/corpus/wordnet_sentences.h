#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/corpus/wordnet.h"

namespace glassformer {

// Sentences made from WordNet's relations, of many shapes: "Madrid is the capital of Spain", "a
// trumpet is a kind of brass", "the Spanish museums of Madrid". They tell of countries, capitals
// and other named places, of persons and of everyday words; the more often definitions use a name,
// the more sentences it gets. One a line, in an order drawn with the seed.
void write_wordnet_sentences(const WordNet& wordnet, const WordNetTextOptions& options,
                             std::uint64_t seed, const std::function<void(std::string_view)>& take);

// The words that these sentences are to teach, in small letters: the names of places that are one
// word, and everyday words that definitions use fewer than eight times.
std::vector<std::string> words_of_wordnet_sentences(const WordNet& wordnet,
                                                    const WordNetTextOptions& options);

}  // namespace glassformer
