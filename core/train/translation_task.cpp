#include "core/train/translation_task.h"

#include <algorithm>
#include <numeric>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  return Rng(Rng(seed ^ Rng(a).next()).next() + b).next();
}

}  // namespace

TranslationTask::TranslationTask(Translator& translator, const std::vector<SentencePair>& pairs,
                                 TranslationSettings settings)
    : PackedTask(translator.config, translator.params),
      config_(translator.config),
      settings_(settings) {
  if (pairs.empty()) throw UserError("there are no pairs of sentences to train with");
  for (const SentencePair& pair : pairs) {
    examples_.push_back({source_ids(translator, pair.source), target_ids(translator, pair.target)});
  }
  order_.resize(examples_.size());
}

// The pair at a place of the endless row of epochs, each in an order of its own.
const PackedExample& TranslationTask::example(std::int64_t place) {
  const auto count = static_cast<std::int64_t>(examples_.size());
  if (const std::int64_t epoch = place / count; epoch != epoch_) {
    epoch_ = epoch;
    std::iota(order_.begin(), order_.end(), 0);
    Rng rng(mixed(settings_.seed, hash("order"), static_cast<std::uint64_t>(epoch)));
    for (int i = static_cast<int>(count) - 1; i > 0; --i) {
      std::swap(order_[static_cast<std::size_t>(i)],
                order_[static_cast<std::size_t>(rng.below(i + 1))]);
    }
  }
  const int picked = order_[static_cast<std::size_t>(place % count)];
  return examples_[static_cast<std::size_t>(picked)];
}

int TranslationTask::begin_step(std::int64_t step) {
  std::vector<const PackedExample*> batch;
  for (int i = 0; i < settings_.batch; ++i) {
    batch.push_back(&example((step - 1) * settings_.batch + i));
  }
  return cut(batch, mixed(settings_.seed, hash("dropout"), static_cast<std::uint64_t>(step)));
}

double TranslationTask::rate(std::int64_t step) const {
  double rate = settings_.rate * warmup_rate(step, config_.d_model, settings_.warmup);
  if (settings_.cool_down > 0 && settings_.steps > 0) {
    const double left = static_cast<double>(settings_.steps - step + 1) / settings_.cool_down;
    rate *= std::clamp(left, 0.0, 1.0);
  }
  return rate;
}

}  // namespace glassformer
