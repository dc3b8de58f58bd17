#include "core/train/pair_task.h"

#include <algorithm>
#include <numeric>

#include "core/models/piece_links.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

PairTask::PairTask(Checkpoint& checkpoint, const std::vector<SentencePair>& pairs,
                   TaskSettings settings, AttentionLearning attention)
    : PackedTask(next_token_network(checkpoint), checkpoint.params, attention),
      d_model_(next_token_network(checkpoint).d_model()),
      settings_(settings) {
  if (pairs.empty()) throw UserError("there are no pairs of sentences to train with");
  for (const SentencePair& pair : pairs) {
    std::vector<int> target = target_ids(checkpoint, pair.target);
    std::vector<int> next = next_tokens(target, checkpoint.target().special().end);
    examples_.push_back({source_ids(checkpoint, pair.source), std::move(target), std::move(next)});
    if (attention.align <= 0) continue;
    PackedExample& made = examples_.back();  // each side has a mark that is no word
    made.links = piece_links(checkpoint, pair, made.source.size() - 1, made.target.size() - 1);
  }
  const auto linked = [](const PackedExample& example) { return !example.links.empty(); };
  if (attention.align > 0 && std::ranges::none_of(examples_, linked)) {
    throw UserError(
        "the true alignment cannot be learned from, since no pair knows it for the pieces that the "
        "model reads and writes; use the world's sentences by word, or digits to reverse by "
        "character");
  }
  order_.resize(examples_.size());
}

// The pair at a place in the endless sequence of epochs, each in an order of its own.
const PackedExample& PairTask::example(std::int64_t place) {
  const auto count = static_cast<std::int64_t>(examples_.size());
  if (const std::int64_t epoch = place / count; epoch != epoch_) {
    epoch_ = epoch;
    std::iota(order_.begin(), order_.end(), 0);
    Rng rng(seed_of(settings_, "order", epoch));
    for (int i = static_cast<int>(count) - 1; i > 0; --i) {
      std::swap(order_[static_cast<std::size_t>(i)],
                order_[static_cast<std::size_t>(rng.below(i + 1))]);
    }
  }
  const int picked = order_[static_cast<std::size_t>(place % count)];
  return examples_[static_cast<std::size_t>(picked)];
}

int PairTask::begin_step(std::int64_t step) {
  return begin(step, seed_of(settings_, "dropout", step));
}

int PairTask::redraw(std::int64_t step, std::uint64_t which) {
  return begin(step, Rng(seed_of(settings_, "redraw", step) + which).next());
}

int PairTask::begin(std::int64_t step, std::uint64_t seed) {
  std::vector<const PackedExample*> batch;
  for (int i = 0; i < settings_.batch; ++i) {
    batch.push_back(&example((step - 1) * settings_.batch + i));
  }
  return cut(batch, seed);
}

void PairTask::check_step_memory(double beside) {
  std::vector<ExampleSize> sizes;
  sizes.reserve(examples_.size());
  for (const PackedExample& example : examples_) {
    sizes.push_back(
        {static_cast<int>(example.source.size()), static_cast<int>(example.target.size())});
  }
  check_batch_memory(sizes, settings_.batch,
                     "make the model narrower or with fewer layers, or take shorter sentences",
                     beside);
}

double PairTask::rate(std::int64_t step) const {
  return rate_of(settings_, d_model_, step);
}

}  // namespace glassformer
