#include "core/train/trainer.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/grad/backend.h"
#include "core/kernels/parallel.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// The shards over the cores; on a device one after the other, for it has one queue.
void for_shards(int shards, const std::function<void(int)>& run) {
  if (!current_backend()) {
    parallel_for(shards, std::numeric_limits<std::size_t>::max(), run);
    return;
  }
  for (int shard = 0; shard < shards; ++shard) run(shard);
}

double sum_of(const std::vector<double>& losses) {
  double sum = 0;
  for (const double loss : losses) sum += loss;
  return sum;
}

void check(const StepResult& result) {
  if (std::isfinite(result.loss) && std::isfinite(result.gradient)) return;
  throw UserError("the loss is no number any more at step " + std::to_string(result.step) +
                  "; train with a smaller --rate or a longer --warmup");
}

}  // namespace

std::vector<double> Trainer::losses_of(int shards) {
  std::vector<double> losses(static_cast<std::size_t>(shards));
  for_shards(shards,
             [&](int shard) { losses[static_cast<std::size_t>(shard)] = task_.run_shard(shard); });
  return losses;
}

StepResult Trainer::begin(int& shards) {
  StepResult result;
  result.step = adam_.steps + 1;
  result.rate = task_.rate(result.step);
  shards = task_.begin_step(result.step);
  result.tokens = task_.tokens();
  return result;
}

StepResult Trainer::host_step() {
  int shards = 0;
  StepResult result = begin(shards);
  result.loss = sum_of(losses_of(shards));
  if (current_backend()) {  // to the host, before the optimizer's threads ask for them
    for (int shard = 0; shard < shards; ++shard) {
      for (int param = 0; param < task_.params().size(); ++param) task_.gradient(shard, param);
    }
  }
  result.gradient = adam_.step(
      task_.params(), shards,
      [&](int shard, int param) -> const Mat& { return task_.gradient(shard, param); }, result.rate,
      [&](int shard, int param) { return task_.gradient_rows(shard, param); });
  check(result);
  on_host_ = adam_.steps;
  return result;
}

void Trainer::device_step() {
  int shards = 0;
  const StepResult result = begin(shards);
  const auto there = [](const DeviceMat* found) {
    if (found != nullptr) return found;
    throw DeviceError(
        "Not all of a step could be computed on the graphics card; the CPU trains instead.");
  };
  std::vector<const DeviceMat*> losses;
  for (int shard = 0; shard < shards; ++shard) losses.push_back(there(task_.run_on_device(shard)));
  const auto gradient = [&](int shard, int param) -> const DeviceMat& {
    return *there(task_.device_gradient(shard, param));
  };
  device_adam_->step(losses, gradient, result.rate);
  ++adam_.steps;
  waiting_.push_back(result);
}

void Trainer::advance() {
  auto* backend = dynamic_cast<AdamBackend*>(current_backend().get());
  if (backend == nullptr || !device_failure_.empty()) {
    synchronise();
    device_adam_.reset();   // what the host does now it would not know
    known_.emplace_back();  // the place for what it measures, before anything is moved
    try {
      known_.back() = host_step();
    } catch (...) {
      known_.pop_back();
      throw;
    }
    return;
  }
  try {
    if (!device_adam_) {
      device_adam_ = backend->make_adam(task_.params(), adam_);
      on_host_ = adam_.steps;
    }
    device_step();
  } catch (const DeviceError& error) {
    take_over(error, adam_.steps + 1);
  }
  if (waiting_.size() == DeviceAdam::max_waiting) collect();
}

std::vector<StepResult> Trainer::results() {
  collect();
  return std::exchange(known_, {});
}

StepResult Trainer::step() {
  advance();
  return results().back();
}

// What the steps that wait have measured.
void Trainer::collect() {
  if (waiting_.empty()) return;
  std::vector<DeviceAdam::Measured> measured;
  try {
    measured = device_adam_->measured();
  } catch (const DeviceError& error) {
    return take_over(error, adam_.steps);
  }
  const std::vector<StepResult> waiting = std::exchange(waiting_, {});
  for (std::size_t i = 0; i < measured.size(); ++i) {
    StepResult result = waiting[i];
    result.loss = measured[i].loss;
    result.gradient = measured[i].gradient;
    if (!measured[i].finite()) adam_.steps = result.step - 1;
    check(result);
    known_.push_back(result);
  }
}

// The host's weights are those of an earlier step: from there, once more.
void Trainer::take_over(const DeviceError& error, std::int64_t wanted) {
  device_failure_ = error.what();
  device_adam_.reset();
  const std::int64_t known = waiting_.empty() ? adam_.steps : waiting_.front().step - 1;
  waiting_.clear();
  adam_.steps = on_host_;
  while (adam_.steps < wanted) {
    const StepResult result = host_step();
    if (result.step > known) known_.push_back(result);
  }
}

void Trainer::synchronise() {
  collect();
  if (!device_adam_ || on_host_ == adam_.steps) return;
  try {
    device_adam_->read(task_.params(), adam_);
    on_host_ = adam_.steps;
  } catch (const DeviceError& error) {
    take_over(error, adam_.steps);
  }
}

}  // namespace glassformer
