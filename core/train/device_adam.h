#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/tensor/device_mat.h"
#include "core/train/adam.h"

namespace glassformer {

// Adam with the weights, their moments and their gradients on a device. Every call may throw
// DeviceError.
class DeviceAdam {
 public:
  virtual ~DeviceAdam() = default;
  using Gradient = std::function<const DeviceMat&(int shard, int param)>;
  struct Measured {
    double loss = 0;
    double gradient = 0;  // its length before clipping
    bool finite() const { return std::isfinite(loss) && std::isfinite(gradient); }
  };
  // So many steps may be asked for before measured() is.
  static constexpr std::size_t max_waiting = 16;

  // What Adam::step() does, to the weights on the device; those of the host stay as they were. One
  // loss for each shard. Returns before it is done. From a step on of which the loss or the
  // gradient is not finite nothing moves.
  virtual void step(std::span<const DeviceMat* const> losses, const Gradient& gradient,
                    double rate) = 0;
  // Of the steps since the last call, in order; waits for them. One that is not finite is the last,
  // and it and those after it have not been: the next step() goes on from before.
  virtual std::vector<Measured> measured() = 0;
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
