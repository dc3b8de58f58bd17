#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "core/models/packed_transformer.h"
#include "core/models/translator.h"
#include "core/text/pair.h"
#include "core/train/trainer.h"

namespace glassformer {

struct TranslationSettings {
  int batch = 64;     // pairs of a step
  int warmup = 400;   // steps until the rate is highest
  double rate = 1;    // multiplies the paper's schedule
  int cool_down = 0;  // the rate falls to 0 in a line over the last so many …
  int steps = 0;      // … of so many steps; 0: there is no last one
  std::uint64_t seed = 1;
};

// Learns to translate: batches drawn without repetition until every pair has had its turn, then in
// another order. The batch is cut into up to four shards of about as many tokens each.
class TranslationTask : public TrainingTask {
 public:
  // Throws UserError if there are no pairs, naming a pair that is too long for the model.
  TranslationTask(Translator& translator, const std::vector<SentencePair>& pairs,
                  TranslationSettings settings);

  Params& params() override { return translator_.params; }
  int begin_step(std::int64_t step) override;
  double run_shard(int shard) override;
  const Mat& gradient(int shard, int param) override;
  double rate(std::int64_t step) const override;
  int tokens() const override { return tokens_; }

 private:
  struct Example {
    std::vector<int> source, target;
  };
  struct Shard {
    PackedPairs pairs;
    Tape tape;
    std::uint64_t dropout_seed = 0;
  };
  const Example& example(std::int64_t place);
  void cut(const std::vector<const Example*>& batch);

  Translator& translator_;
  PackedTransformer model_;
  TranslationSettings settings_;
  std::vector<Example> examples_;
  std::vector<int> order_;
  std::int64_t epoch_ = -1;  // of order_
  std::deque<Shard> shards_;
  int used_ = 0;
  int tokens_ = 0;
};

}  // namespace glassformer
