#pragma once

#include <memory>

#include "app/gpu/device.h"
#include "core/grad/tape.h"

namespace glassformer {

// Two ops of the tape in one kernel that makes the values of both, and so hides none: a sum (add,
// add_row) and what is made of it next, a layer norm or a function of each cell. A sum waits until
// the next op is known, or until someone reads it. In backward, the gradient that reaches the sum
// goes on to what it is the sum of in the same pass.
//
// One thread at a time; settle() before what an op may read is changed in place.
class Fusion {
 public:
  // True if it has made `to`, or will when it is read.
  bool forward(Device& device, const Tape& tape, const Node& node, const GpuMatPtr& to);
  // True if the gradients of the node's inputs have been added to.
  bool backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad);
  void settle();  // makes the sum that waits

 private:
  struct Waiting {
    std::weak_ptr<GpuMat> sum;
    std::shared_ptr<const GpuMat> a, b;
  };
  bool with_sum(const Waiting& first, Device& device, const Tape& tape, const Node& node,
                GpuMat& to);
  static void owe(Device& device, const Waiting& sum);

  Waiting waiting_;
  const Node* done_ = nullptr;  // the sum whose backward went along with that of the node after it
};

}  // namespace glassformer
