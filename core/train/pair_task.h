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
  // checkpoint must outlive it.
  PairTask(Checkpoint& checkpoint, const std::vector<SentencePair>& pairs, TaskSettings settings);

  int begin_step(std::int64_t step) override;
  double rate(std::int64_t step) const override;

 private:
  const PackedExample& example(std::int64_t place);

  int d_model_;
  TaskSettings settings_;
  std::vector<PackedExample> examples_;
  std::vector<int> order_;
  std::int64_t epoch_ = -1;  // of order_
};

}  // namespace glassformer
