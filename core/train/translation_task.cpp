#include "core/train/translation_task.h"

#include <algorithm>
#include <numeric>

#include "core/grad/ops.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

// A shard of fewer rows is not worth a tape of its own.
constexpr int rows_of_a_shard = 128, most_shards = 4;

std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  return Rng(Rng(seed ^ Rng(a).next()).next() + b).next();
}

int rows(const std::vector<int>& source, const std::vector<int>& target) {
  return static_cast<int>(source.size() + target.size());
}

}  // namespace

TranslationTask::TranslationTask(Translator& translator, const std::vector<SentencePair>& pairs,
                                 TranslationSettings settings)
    : translator_(translator), model_(translator.config, translator.params), settings_(settings) {
  if (pairs.empty()) throw UserError("there are no pairs of sentences to train with");
  for (const SentencePair& pair : pairs) {
    examples_.push_back({source_ids(translator, pair.source), target_ids(translator, pair.target)});
  }
  order_.resize(examples_.size());
}

// The pair at a place of the endless row of epochs, each in an order of its own.
const TranslationTask::Example& TranslationTask::example(std::int64_t place) {
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
  std::vector<const Example*> batch;
  for (int i = 0; i < settings_.batch; ++i) {
    batch.push_back(&example((step - 1) * settings_.batch + i));
  }
  cut(batch);
  for (int s = 0; s < used_; ++s) {
    shards_[static_cast<std::size_t>(s)].dropout_seed =
        mixed(settings_.seed, static_cast<std::uint64_t>(step), static_cast<std::uint64_t>(s));
  }
  return used_;
}

void TranslationTask::cut(const std::vector<const Example*>& batch) {
  int total = 0;
  tokens_ = 0;
  for (const Example* e : batch) {
    total += rows(e->source, e->target);
    tokens_ += static_cast<int>(e->target.size());
  }
  const int wanted = std::clamp(total / rows_of_a_shard, 1, most_shards);
  for (Shard& shard : shards_) shard.pairs = {};
  used_ = 0;
  int done = 0;
  for (const Example* e : batch) {
    // The next shard begins once this one has its share of the rows.
    if (used_ == 0 || (used_ < wanted && done >= total * used_ / wanted)) {
      ++used_;
      if (static_cast<int>(shards_.size()) < used_) shards_.emplace_back();
    }
    shards_[static_cast<std::size_t>(used_ - 1)].pairs.add(e->source, e->target);
    done += rows(e->source, e->target);
  }
}

double TranslationTask::run_shard(int which) {
  Shard& shard = shards_[static_cast<std::size_t>(which)];
  PackedTransformer model = model_;
  model.begin(shard.tape, shard.dropout_seed);
  const double share = static_cast<double>(shard.pairs.answers.size()) / tokens_;
  const Var loss = scale(shard.tape, model.loss(shard.pairs, true), share);
  shard.tape.backward(loss);
  return shard.tape.value(loss)(0, 0);
}

const Mat& TranslationTask::gradient(int shard, int param) {
  return shards_[static_cast<std::size_t>(shard)].tape.grad(Var{param});
}

double TranslationTask::rate(std::int64_t step) const {
  double rate = settings_.rate * warmup_rate(step, translator_.config.d_model, settings_.warmup);
  if (settings_.cool_down > 0 && settings_.steps > 0) {
    const double left = static_cast<double>(settings_.steps - step + 1) / settings_.cool_down;
    rate *= std::clamp(left, 0.0, 1.0);
  }
  return rate;
}

}  // namespace glassformer
