#include "core/train/trainer.h"

#include <cmath>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include "core/backend/parallel.h"
#include "core/tensor/error.h"

namespace glassformer {

StepResult Trainer::step() {
  StepResult result;
  result.step = adam_.steps + 1;
  result.rate = task_.rate(result.step);
  const int shards = task_.begin_step(result.step);
  std::vector<double> losses(static_cast<std::size_t>(shards));
  std::vector<std::exception_ptr> failures(losses.size());  // none may leave a thread
  parallel_for(shards, std::numeric_limits<std::size_t>::max(), [&](int shard) {
    const auto i = static_cast<std::size_t>(shard);
    try {
      losses[i] = task_.run_shard(shard);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  });
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  for (double loss : losses) result.loss += loss;
  result.tokens = task_.tokens();
  result.gradient = adam_.step(
      task_.params(), shards,
      [&](int shard, int param) -> const Mat& { return task_.gradient(shard, param); },
      result.rate);
  if (!std::isfinite(result.loss) || !std::isfinite(result.gradient)) {
    throw UserError("the loss is no number any more at step " + std::to_string(result.step) +
                    "; train with a smaller --rate or a longer --warmup");
  }
  return result;
}

}  // namespace glassformer
