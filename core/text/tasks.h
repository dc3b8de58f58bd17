#pragma once

#include <cstdint>
#include <vector>

#include "core/text/pair.h"

// Small tasks for networks that turn one sequence into another: each is learned in seconds or
// minutes, and each answer is known. Pairs are drawn from the seed and are the same on every
// machine; no source comes twice. Throw UserError if there are not so many.
namespace glassformer {

// Dates in a dozen spellings → the ISO form: "27th of September 1994" → "1994-09-27", for years
// from 1950 to 2049; two digits of a year stand for 1950 to 2049.
std::vector<SentencePair> date_pairs(int count, std::uint64_t seed);

// Digits, of one of these lengths, → the same from the end: "40381" → "18304", with the links of
// its characters.
std::vector<SentencePair> reversal_pairs(int count, int fewest, int most, std::uint64_t seed);

// Two numbers of up to so many digits → their sum: "17+905" → "922".
std::vector<SentencePair> sum_pairs(int count, int digits, std::uint64_t seed);

// Sentences and their translations joined by the words for "and" up to so many words of the source;
// of the pairs those alone are taken that have no capital and no full stop. A joined pair has the
// links of its parts. One to six parts are as frequent as each other, as far as they fit.
std::vector<SentencePair> joined_pairs(const std::vector<SentencePair>& parts, int count,
                                       int most_words, const SentencePair& and_word,
                                       std::uint64_t seed);

}  // namespace glassformer
