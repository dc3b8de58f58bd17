#pragma once

#include <cstdint>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/text/pair.h"
#include "core/train/packed_task.h"
#include "core/train/task_settings.h"

namespace glassformer {

// Learns to predict the target of each pair, given its source: batches drawn without repetition
// until every pair has had its turn, then in another order.
class PairTask : public PackedTask {
 public:
  // Throws UserError if there are no pairs, or naming one that is too long for the model. The
  // checkpoint must outlive it. If the true alignment is to be learned from, some pair must know
  // it.
  PairTask(Checkpoint& checkpoint, const std::vector<SentencePair>& pairs, TaskSettings settings,
           AttentionLearning attention = {});

  int begin_step(std::int64_t step) override;
  double rate(std::int64_t step) const override;
  void check_step_memory(double beside) override;
  // The batch of that step with other draws and dropout: to see how much its gradient depends on
  // them. It is no step, so what is usual stays; redrawn() ends it.
  int redraw(std::int64_t step, std::uint64_t which);
  void redrawn() { forget_rewards(); }

 private:
  int begin(std::int64_t step, std::uint64_t seed);
  const PackedExample& example(std::int64_t place);

  int d_model_;
  TaskSettings settings_;
  std::vector<PackedExample> examples_;
  std::vector<int> order_;
  std::int64_t epoch_ = -1;  // of order_
};

}  // namespace glassformer
