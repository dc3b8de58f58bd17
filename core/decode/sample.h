#pragma once

#include <cstdint>
#include <vector>

#include "core/models/decoder.h"

namespace glassformer {

struct SampleOptions {
  // The logits are divided by it before the softmax: below 1 the likely becomes likelier; 0 takes
  // the most probable piece each time.
  double temperature = 1;
  int length = 400;  // pieces at most
  std::uint64_t seed = 1;
};

struct Sample {
  std::vector<int> pieces;     // behind the prompt, without an end mark
  bool ended = false;          // by the end mark, where the tokenizer has one
  double log_probability = 0;  // of the pieces, at temperature 1
};

// How a text goes on that begins with `prompt`: each piece drawn from the probabilities that the
// network gives, those that stand for no text left out. The same for a seed on every machine with
// equal arithmetic. Throws UserError: an empty prompt, a decoder with an encoder, options out of
// range, a network whose numbers are not finite.
Sample sample(Decoder& decoder, const std::vector<int>& prompt, const SampleOptions& options);

}  // namespace glassformer
