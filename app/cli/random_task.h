#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/models/transformer.h"
#include "core/tensor/rng.h"
#include "core/text/tokenizers/learned.h"
#include "core/train/packed_task.h"

namespace glassformer {

// A Transformer of those sizes with random weights (seed 1) over a vocabulary of one word, on
// either side: what it costs to show does not depend on what the weights say.
inline CheckpointPtr random_checkpoint(TransformerConfig config) {
  const std::vector<std::string> words{"word"};
  const auto tokenizer = std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(words, LearnedTokenizer::Kind::word, 8));
  config.source_vocab_size = config.target_vocab_size = tokenizer->size();
  const auto model = std::make_shared<Checkpoint>();
  model->network = std::make_shared<Transformer>(config);
  model->params = make_params(model->network->parameters(), 1);
  model->tokenizers = {tokenizer, tokenizer};
  model->origin = "random weights, seed 1";
  return model;
}

// Trains on sentences of random words, again and again the same.
class RandomTask : public PackedTask {
 public:
  RandomTask(const Transformer& network, Params& params, int sentences, int source, int target)
      : PackedTask(network, params) {
    Rng rng(1);
    const auto drawn = [&](int count, int vocab_size) {
      std::vector<int> ids;
      for (int i = 0; i < count; ++i) ids.push_back(4 + rng.below(vocab_size - 4));
      return ids;
    };
    constexpr int end = 2;
    for (int i = 0; i < sentences; ++i) {
      std::vector<int> ids = drawn(source, network.sizes().source_vocab_size);
      std::vector<int> predicted = drawn(target, network.sizes().target_vocab_size);
      std::vector<int> next(predicted.begin() + 1, predicted.end());
      next.push_back(end);
      examples_.push_back({std::move(ids), std::move(predicted), std::move(next)});
    }
    for (const PackedExample& example : examples_) batch_.push_back(&example);
  }
  int begin_step(std::int64_t step) override {
    return cut(batch_, static_cast<std::uint64_t>(step));
  }
  double rate(std::int64_t) const override { return 1e-4; }

 private:
  std::vector<PackedExample> examples_;
  std::vector<const PackedExample*> batch_;
};

}  // namespace glassformer
