#pragma once

#include <memory>

#include "app/gpu/device.h"
#include "core/grad/tape.h"

namespace glassformer {

// Runs two ops of the tape as one kernel, which still writes the values of both: a sum (add or
// add_row) and the layer norm or cellwise function that comes right after it. A sum waits until the
// next op is known, or until somebody reads it. In backward, the same kernel passes the gradient on
// to the two inputs of the sum.
//
// For one thread at a time. Call settle() before anything that an op may read is changed in place.
class Fusion {
 public:
  // True if it has computed `to`, or will once that is read.
  bool forward(Device& device, const Tape& tape, const Node& node, const GpuMatPtr& to);
  // True if the gradients of the node's inputs have been added to.
  bool backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad);
  void settle();  // computes the waiting sum

 private:
  struct Waiting {
    std::weak_ptr<GpuMat> sum;
    std::shared_ptr<const GpuMat> a, b;
  };
  bool with_sum(const Waiting& first, Device& device, const Tape& tape, const Node& node,
                GpuMat& to);
  static void defer(Device& device, const Waiting& sum);

  Waiting waiting_;
  const Node* done_ = nullptr;  // the sum whose backward was done with that of the node after it
};

}  // namespace glassformer
