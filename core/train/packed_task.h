#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "core/models/looking_decoder.h"
#include "core/nn/step_memory.h"
#include "core/text/pair.h"
#include "core/train/attention_losses.h"
#include "core/train/trainer.h"

namespace glassformer {

// The ids of a pair: source pieces with the end mark, target pieces with the begin mark, and what
// should be predicted for each of these. For a decoder alone the source is empty.
struct PackedExample {
  static constexpr int not_learned = -1;  // in `next`: what is given anyway is not predicted
  std::vector<int> source, target, next;
  std::vector<Link> links = {};  // true ones of the pieces, where they are learned from
};

// The loss of a network that predicts the next token, and its gradients, on batches of pairs. A
// batch is cut into up to four shards of about as many tokens each, which depend on the batch
// alone; each has a tape of its own. On a device it is one.
class PackedTask : public TrainingTask {
 public:
  // Both must outlive it.
  PackedTask(const NextTokenNetwork& network, Params& params, AttentionLearning learning = {})
      : network_(network),
        looking_(dynamic_cast<const LookingDecoder*>(&network)),
        params_(params),
        learning_(learning) {}

  Params& params() override { return params_; }
  double run_shard(int shard) override;
  const DeviceMat* run_on_device(int shard) override;
  const Mat& gradient(int shard, int param) override;
  const SomeRows* gradient_rows(int shard, int param) override;
  const DeviceMat* device_gradient(int shard, int param) override;
  int tokens() const override { return tokens_; }
  void rest() override;
  std::string state() override { return usual().text(); }
  void set_state(const std::string& text) override { baseline_.read(text); }

 protected:
  // For check_step_memory(): in a batch of so many of these. `shorter` says what else would help.
  void check_batch_memory(const std::vector<ExampleSize>& examples, int batch,
                          std::string_view shorter, double beside);
  // Returns the number of shards. The seed is that of the batch's dropout and draws.
  int cut(const std::vector<const PackedExample*>& batch, std::uint64_t seed);
  void forget_rewards();  // of the last batch, which was no step

 private:
  const Baseline& usual();  // of hard attention, with all batches so far
  struct Shard {
    Tokens source, target;
    std::vector<int> next;
    std::vector<const std::vector<Link>*> links;
    Rewards rewards;
    Tape tape;
    std::uint64_t dropout_seed = 0;
  };
  Var forward_and_back(Shard& shard);                     // its share of the loss of the words
  double held(const std::vector<ExampleSize>& examples);  // by a pass over these, in bytes
  const NextTokenNetwork& network_;
  const LookingDecoder* looking_;  // the same, where it says where it looked
  Params& params_;
  AttentionLearning learning_;
  Baseline baseline_;
  std::deque<Shard> shards_;
  int tokens_ = 0;
};

}  // namespace glassformer
