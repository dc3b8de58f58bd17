#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/models/decoder.h"

namespace glassformer {

// What is done to the probabilities before a piece is drawn, in this order.
struct SampleOptions {
  // Of the pieces that the text holds already a positive logit is divided by it and a negative one
  // multiplied (Keskar et al. 2019, section 4.1); 1: nothing.
  double repetition_penalty = 1;
  // The logits are divided by it before the softmax: below 1 the likely becomes likelier; 0 takes
  // the most probable piece each time.
  double temperature = 1;
  // Left in are the `top_k` most probable pieces (Fan et al. 2018); of these the fewest that
  // together have `top_p` (Holtzman et al. 2020); of these those with `min_p` times the largest
  // probability (Nguyen et al. 2025). 0, 1 and 0: all.
  int top_k = 0;
  double top_p = 1;
  double min_p = 0;

  int length = 400;  // pieces at most
  std::uint64_t seed = 1;
  // Hears each piece at once, behind the prompt; false ends the text.
  std::function<bool(int piece)> on_piece = {};
};

struct Sample {
  std::vector<int> pieces;     // behind the prompt, without an end mark
  bool ended = false;          // by the end mark, where the tokenizer has one
  double log_probability = 0;  // of the pieces as the model has it, without any of the options
};

// How a text goes on that begins with `prompt`: each piece drawn from the probabilities that the
// network gives, those that stand for no text left out. The same for a seed on every machine with
// equal arithmetic. Once the text is as long as the model reads, the model reads its last half anew
// and goes on. Throws UserError: an empty prompt, one that is longer than the model reads, a
// decoder with an encoder, options out of range, a network whose numbers are not finite.
Sample sample(Decoder& decoder, const std::vector<int>& prompt, const SampleOptions& options);
// What sample() would throw before it draws anything.
void check_sampling(const Decoder& decoder, const std::vector<int>& prompt,
                    const SampleOptions& options);

// What `sample` draws from: the probability of each piece, from its logits and the text so far.
std::vector<double> sampling_probabilities(std::span<const Real> logits, const SpecialIds& special,
                                           std::span<const int> text, const SampleOptions& options);

}  // namespace glassformer
