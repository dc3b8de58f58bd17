#pragma once

#include <string_view>

#include "app/gpu/device.h"
#include "core/grad/tape.h"

namespace glassformer {

struct SumParts;

// One op of the tape on the graphics card, a file in app/gpu/ops/. The mathematics, with its limits
// (a row of −∞, nan), is that of core/grad/ops/, in float.
struct GpuOp {
  std::string_view name;  // as Op::name
  // Fills `to`, which has the result's shape and holds anything. The inputs: gpu_in().
  void (*forward)(Device&, const Tape&, const Node&, GpuMat& to);
  // Adds to the gradients of the inputs: gpu_grad().
  void (*backward)(Device&, Tape&, const Node&, const GpuMat& grad);
  // For fusion.h. Whether it is a sum of two: of cells, or of a row added to every row.
  bool is_sum = false;
  // With the parts of the sum that is its first input: makes that along with its own result, and in
  // backward passes the gradient on to both parts. Null: each op has a kernel of its own.
  void (*forward_with_sum)(Device&, const Tape&, const Node&, GpuMat& to,
                           const SumParts*) = nullptr;
  void (*backward_with_sum)(Device&, Tape&, const Node&, const GpuMat& grad,
                            const SumParts*) = nullptr;
};

const GpuOp* find_gpu_op(std::string_view name);  // nullptr if there is none

struct RegisterGpuOp {
  explicit RegisterGpuOp(const GpuOp& op);
};

inline const GpuMat& gpu_in(const Tape& tape, const Node& node, std::size_t i) {
  return static_cast<const GpuMat&>(*tape.device_value(node.inputs[i]));
}

// Where the op adds the gradient of that input. Zeros that are not yet filled in may be written
// over: GpuMat::take_zeros().
inline GpuMat& gpu_grad(Tape& tape, const Node& node, std::size_t i) {
  return static_cast<GpuMat&>(tape.device_grad(node.inputs[i]));
}

// The op's own result, in backward: what it computed, though cells of it were set by hand after.
inline const GpuMat& gpu_value(const Node& node) {
  return static_cast<const GpuMat&>(*node.computed->device);
}

}  // namespace glassformer
