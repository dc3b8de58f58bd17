#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "core/models/packed_transformer.h"
#include "core/train/trainer.h"

namespace glassformer {

// The numbers of a pair: source pieces with the end mark, target pieces with the begin mark. For a
// decoder alone the source is empty.
struct PackedExample {
  std::vector<int> source, target;
};

// A Transformer's loss and gradients on batches of pairs. A batch is cut into up to four shards of
// about as many tokens each, which depend on the batch alone; each has a tape of its own. On a
// device it is one.
class PackedTask : public TrainingTask {
 public:
  PackedTask(const TransformerConfig& config, Params& params)
      : params_(params), model_(config, params) {}

  Params& params() override { return params_; }
  double run_shard(int shard) override;
  const DeviceMat* run_on_device(int shard) override;
  const Mat& gradient(int shard, int param) override;
  const DeviceMat* device_gradient(int shard, int param) override;
  int tokens() const override { return tokens_; }

 protected:
  // Returns the number of shards. The seed is that of the batch's dropout.
  int cut(const std::vector<const PackedExample*>& batch, std::uint64_t seed);

 private:
  struct Shard {
    PackedPairs pairs;
    Tape tape;
    std::uint64_t dropout_seed = 0;
  };
  Var forward_and_back(Shard& shard);  // its share of the loss
  Params& params_;
  PackedTransformer model_;
  std::deque<Shard> shards_;
  int tokens_ = 0;
};

}  // namespace glassformer
