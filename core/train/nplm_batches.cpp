#include "core/train/nplm_batches.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "core/tensor/rng.h"

namespace glassformer {

NplmBatches::NplmBatches(EncodedTextPtr text, int size, int contexts, std::uint64_t seed)
    : text_(std::move(text)),
      size_(static_cast<std::uint64_t>(size)),
      contexts_(static_cast<std::uint64_t>(contexts)),
      seed_(seed) {}

std::int64_t NplmBatches::of_epoch() const {
  return static_cast<std::int64_t>((text_->ids.size() + size_ - 1) / size_);
}

std::int64_t NplmBatches::place_of(std::int64_t step) {
  const std::int64_t count = of_epoch(), epoch = step / count;
  if (epoch != epoch_) {
    epoch_ = epoch;
    order_.resize(static_cast<std::size_t>(count));
    std::iota(order_.begin(), order_.end(), 0);
    Rng rng = Rng::at(seed_ ^ hash("nplm.order"), static_cast<std::uint64_t>(epoch) << 32);
    for (int i = static_cast<int>(count) - 1; i > 0; --i) {
      std::swap(order_[static_cast<std::size_t>(i)],
                order_[static_cast<std::size_t>(rng.below(i + 1))]);
    }
  }
  return order_[static_cast<std::size_t>(step % count)];
}

const NplmBatch& NplmBatches::at(std::int64_t step) {
  const std::uint64_t begin = static_cast<std::uint64_t>(place_of(step)) * size_;
  const std::uint64_t from = begin - std::min(begin, contexts_);
  ids_.resize(static_cast<std::size_t>(begin - from + size_));
  ids_.resize(text_->ids.read(from, ids_));
  auto& [targets, contexts, words] = batch_;
  targets.clear();
  contexts.clear();
  for (std::size_t i = static_cast<std::size_t>(begin - from); i < ids_.size(); ++i) {
    if (ids_[i] < 0) continue;  // the end of a sentence
    targets.push_back(ids_[i]);
    contexts.resize(contexts.size() + static_cast<std::size_t>(contexts_), -1);
    for (std::size_t d = 1; d <= contexts_ && d <= i && ids_[i - d] >= 0; ++d) {
      contexts[contexts.size() - d] = ids_[i - d];
    }
  }
  words.clear();
  std::copy_if(contexts.begin(), contexts.end(), std::back_inserter(words),
               [](int word) { return word >= 0; });
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (int& word : contexts) {
    if (word < 0) continue;
    word = static_cast<int>(std::lower_bound(words.begin(), words.end(), word) - words.begin());
  }
  return batch_;
}

}  // namespace glassformer
