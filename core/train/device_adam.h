#pragma once

#include <functional>
#include <memory>

#include "core/tensor/device_mat.h"
#include "core/train/adam.h"

namespace glassformer {

// Adam with the weights, their moments and their gradients on a device. Every call may throw
// DeviceError.
class DeviceAdam {
 public:
  virtual ~DeviceAdam() = default;
  using Gradient = std::function<const DeviceMat&(int shard, int param)>;

  // What Adam::step() does, to the weights on the device; those of the host stay as they were.
  virtual double step(int shards, const Gradient& gradient, double rate) = 0;
  // Brings the weights and their moments to the host.
  virtual void read(Params& params, Adam& adam) const = 0;
};

// A backend that has it.
class AdamBackend {
 public:
  virtual ~AdamBackend() = default;
  // Goes on from the optimizer's state. The params must outlive it.
  virtual std::unique_ptr<DeviceAdam> make_adam(const Params& params, const Adam& adam) = 0;
};

}  // namespace glassformer
