#pragma once

#include <cstdint>
#include <vector>

#include "core/embed/train/vector_training.h"

namespace glassformer {

// A batch for nplm(): its words are numbered among those that stand before a word of the batch.
struct NplmBatch {
  std::vector<int> targets;   // the words to predict, as the vocabulary numbers them
  std::vector<int> contexts;  // n for each target, the farthest first: indices of `words`, or −1
  std::vector<int> words;     // as the vocabulary numbers them, ascending
};

// The words of a text in batches of neighbours, the batches of each epoch in an order of its own
// that the seed gives.
class NplmBatches {
 public:
  // `size` words of the text in a batch, ends of sentences among them; `contexts` words before.
  NplmBatches(EncodedTextPtr text, int size, int contexts, std::uint64_t seed);

  std::int64_t of_epoch() const;
  // The batch of that step, from 0. Valid until the next call.
  const NplmBatch& at(std::int64_t step);

 private:
  std::int64_t place_of(std::int64_t step);

  EncodedTextPtr text_;
  std::uint64_t size_, contexts_, seed_;
  std::vector<int> order_;
  std::int64_t epoch_ = -1;  // of order_
  std::vector<std::int32_t> ids_;
  NplmBatch batch_;
};

}  // namespace glassformer
