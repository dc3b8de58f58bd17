#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/grad/some_rows.h"
#include "core/nn/params.h"

namespace glassformer {

struct AdamSettings {
  double beta_1 = 0.9;
  double beta_2 = 0.98;
  double epsilon = 1e-9;
  double clip = 1;  // the gradient of all parameters together is at most so long; 0: not clipped
};

// The optimizer of Kingma and Ba 2015, algorithm 1, with the settings of Vaswani et al. 2017, §5.3,
// and the gradient's length clipped before (Pascanu, Mikolov and Bengio 2013, §3.2).
class Adam {
 public:
  // The gradient of one parameter as one shard of the batch has it; the shards are added in order.
  using Gradient = std::function<const Mat&(int shard, int param)>;
  // Which rows of it may be other than 0; null: any.
  using Rows = std::function<const SomeRows*(int shard, int param)>;

  Adam(const Params& params, AdamSettings settings);

  // Moves the params one step; returns the length of the whole gradient before clipping. If that is
  // not finite nothing moves. The result does not depend on the number of threads, nor on `rows`,
  // which only spares adding up rows of zeros.
  double step(Params& params, int shards, const Gradient& gradient, double rate,
              const Rows& rows = {});

  const AdamSettings& settings() const { return settings_; }

  // What a checkpoint holds.
  std::int64_t steps = 0;
  std::vector<Mat> first;   // of each parameter: the running mean of its gradient
  std::vector<Mat> second;  // and of its square

 private:
  bool add_some_rows(int param, int shards, const Gradient& gradient, const Rows& rows);

  AdamSettings settings_;
  std::vector<Mat> sums_;           // of the gradients, where there are several shards,
  std::vector<SomeRows> sum_rows_;  // and where they are not 0
};

// d_model^−½ · min(step^−½, step · warmup^−3/2), step from 1 (Vaswani et al. 2017, equation 3).
double warmup_rate(std::int64_t step, int d_model, int warmup);

}  // namespace glassformer
