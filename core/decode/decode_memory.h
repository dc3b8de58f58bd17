#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/models/decoder.h"
#include "core/nn/step_memory.h"

namespace glassformer {

// How many sentences go through a decoder together, and how many such batches at once.
struct DecodeBatches {
  std::size_t size = 64;
  int at_once = 1;
};

// What fits beside so many bytes that are held anyway: first fewer batches at once, which changes
// no number, then smaller ones. Throws UserError if not even one of these sentences fits. It is
// tried with a few short ones.
DecodeBatches batches_that_fit(const Decoder& decoder, const std::vector<ExampleSize>& sentences,
                               double beside);

// How long a translation of so many pieces may become: twice as long and eight, as far as the model
// goes.
int longest_translation(const Decoder& decoder, std::size_t source_pieces);
std::vector<ExampleSize> with_translations(const Decoder& decoder,
                                           std::span<const std::vector<int>> sources);

}  // namespace glassformer
