#pragma once

#include <cstdint>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/text/pair.h"
#include "core/train/packed_task.h"

namespace glassformer {

struct TaskSettings {
  // How the learning rate goes: up and then down as Vaswani et al. 2017, equation 3, have it, or
  // the same all the way.
  enum class Schedule { warmup, constant };
  Schedule schedule = Schedule::warmup;
  int batch = 64;    // pairs of a step
  int warmup = 400;  // steps until the rate is highest
  double rate = 1;   // multiplies the paper's schedule; with a constant rate it is that rate
  int decay = 0;     // the rate falls to 0 in a line over the last so many …
  int steps = 0;     // … of so many steps; 0: there is no last one
  std::uint64_t seed = 1;
};

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
