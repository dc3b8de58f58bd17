#pragma once

#include <vector>

#include "core/tensor/rng.h"
#include "core/train/packed_task.h"

namespace glassformer {

// Trains on sentences of random words, again and again the same.
class RandomTask : public PackedTask {
 public:
  RandomTask(const TransformerConfig& config, Params& params, int sentences, int source, int target)
      : PackedTask(config, params) {
    Rng rng(1);
    const auto drawn = [&](int count, int words) {
      std::vector<int> ids;
      for (int i = 0; i < count; ++i) ids.push_back(4 + rng.below(words - 4));
      return ids;
    };
    for (int i = 0; i < sentences; ++i) {
      examples_.push_back({drawn(source, config.source_words), drawn(target, config.target_words)});
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
