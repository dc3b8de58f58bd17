#pragma once

#include <cstdint>

#include <memory>
#include <string>
#include <vector>

#include "core/train/device_adam.h"

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
  // Of which all other rows are 0; null: of none.
  virtual const SomeRows* gradient_rows(int, int) { return nullptr; }
  // The same on a device, without waiting for it: the share of the loss and a gradient where they
  // are computed. Null: not all of the shard is computed there.
  virtual const DeviceMat* run_on_device(int) { return nullptr; }
  virtual const DeviceMat* device_gradient(int, int) { return nullptr; }
  virtual double rate(std::int64_t step) const = 0;
  virtual int tokens() const = 0;  // predicted in this step's batch
  // Throws UserError, naming what would fit, if a step would hold more memory than may be taken,
  // beside so many bytes that are held anyway.
  virtual void check_step_memory(double /*beside*/) {}
  // Gives back what the last step held in memory, so that there is room to score; the next takes
  // it again.
  virtual void rest() {}
  // What else the next step depends on, as text; empty: nothing.
  virtual std::string state() { return {}; }
  virtual void set_state(const std::string&) {}
};

struct StepResult {
  std::int64_t step = 0;
  double loss = 0;
  double gradient = 0;  // its length before clipping
  double rate = 0;
  int tokens = 0;
};

// Knows no model: one step is the shards over the cores, their gradients added in order, Adam. On a
// thread that computes on a device (OnBackend) the weights stay there from step to step, and so do
// loss and length until they are asked for; if the device fails, the steps since the weights were
// last brought to the host are done again by the CPU.
class Trainer {
 public:
  Trainer(TrainingTask& task, AdamSettings settings)
      : task_(task), adam_(task.params(), settings) {}

  // Throws UserError if the loss is no number any more: then nothing was moved. On a device nothing
  // is waited for, and the error may come some steps later; they were not made then.
  void advance();
  // Of the steps since the last call, in order. Waits for a device, and throws as advance() does.
  std::vector<StepResult> results();
  // Both.
  StepResult step();
  // Brings the weights and the optimizer's state to the host, if a device is ahead of it. Throws as
  // results() does.
  void synchronise();
  const std::string& device_failure() const { return device_failure_; }
  Adam& adam() { return adam_; }
  const Adam& adam() const { return adam_; }

 private:
  StepResult begin(int& shards);  // the next step
  StepResult host_step();
  void device_step();
  void collect();
  void take_over(const DeviceError& error, std::int64_t wanted);
  std::vector<double> losses_of(int shards);

  TrainingTask& task_;
  Adam adam_;
  std::unique_ptr<DeviceAdam> device_adam_;
  std::int64_t on_host_ = 0;         // the step whose weights the host has
  std::vector<StepResult> waiting_;  // of which the device has the loss and the length …
  std::vector<StepResult> known_;    // … and the host, and nobody has asked
  std::string device_failure_;
};

}  // namespace glassformer
