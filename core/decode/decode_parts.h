#pragma once

#include <span>
#include <vector>

#include "core/decode/decode.h"

// What greedy and beam search share: for core/decode/greedy.cpp and beam_search.cpp alone.
namespace glassformer::decoding {

// Throws UserError for options that cannot be; fills in `max_len`.
DecodeOptions checked(const Decoder& decoder, const std::vector<int>& source_ids,
                      DecodeOptions options);
// log softmax, with padding and begin at −∞: no text holds them. Throws UserError for a model whose
// numbers are not finite.
std::vector<double> log_probabilities(std::span<const Real> logits, const SpecialIds& special);
// The `count` most probable, most probable first; of equal ones the smaller piece.
std::vector<Choice> best(const std::vector<double>& log_probabilities, int count);
// Feeds the pieces and puts the weights of each step below one another.
std::vector<Mat> cross_of(const Decoder& decoder, const std::vector<int>& source_ids,
                          const std::vector<int>& pieces);

}  // namespace glassformer::decoding
