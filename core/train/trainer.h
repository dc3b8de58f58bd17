#pragma once

#include <cstdint>

#include "core/train/adam.h"

namespace glassformer {

// What is learned, as the trainer sees it: params, batches cut into shards, gradients. A step's
// batch and its shards depend on the step's number alone, never on threads.
class TrainingTask {
 public:
  virtual ~TrainingTask() = default;
  virtual Params& params() = 0;
  // Chooses the batch of that step, from 1; returns how many shards it has.
  virtual int begin_step(std::int64_t step) = 0;
  // Computes a shard of it and its gradients; called for several shards at once. Returns its share
  // of the loss: the shares of all shards add up to the mean over the batch.
  virtual double run_shard(int shard) = 0;
  virtual const Mat& gradient(int shard, int param) = 0;
  virtual double rate(std::int64_t step) const = 0;
  virtual int tokens() const = 0;  // answers in this step's batch
};

struct StepResult {
  std::int64_t step = 0;
  double loss = 0;
  double gradient = 0;  // its length before clipping
  double rate = 0;
  int tokens = 0;
};

// Knows no model: one step is the shards over the cores, their gradients added in order, Adam.
class Trainer {
 public:
  Trainer(TrainingTask& task, AdamSettings settings)
      : task_(task), adam_(task.params(), settings) {}

  // Throws UserError if the loss is no number any more: then nothing was moved.
  StepResult step();
  Adam& adam() { return adam_; }
  const Adam& adam() const { return adam_; }

 private:
  TrainingTask& task_;
  Adam adam_;
};

}  // namespace glassformer
