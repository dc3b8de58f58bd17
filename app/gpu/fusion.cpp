#include "app/gpu/fusion.h"

#include <utility>

#include "app/gpu/combine.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/sum_parts.h"
#include "app/gpu/sums.h"
#include "core/grad/released.h"

namespace glassformer {

namespace {

bool is_sum(const Node& node) {
  const GpuOp* const op = node.op != nullptr ? find_gpu_op(node.op->name) : nullptr;
  return op != nullptr && op->is_sum;
}

std::shared_ptr<const GpuMat> input(const Tape& tape, const Node& node, std::size_t i) {
  return std::static_pointer_cast<const GpuMat>(tape.device_value(node.inputs[i]));
}

}  // namespace

void Fusion::defer(Device& device, const Waiting& sum) {
  const GpuMatPtr to = sum.sum.lock();
  to->defer([&device, a = sum.a, b = sum.b, to = to.get()] {
    combine(device, {.f = "a + b",
                     .a = *a,
                     .b = *b,
                     .c = *to,
                     .b_of = SumParts{*a, *b}.one_row() ? Combine::Of::row : Combine::Of::cell});
  });
}

bool Fusion::with_sum(const Waiting& first, Device& device, const Tape& tape, const Node& node,
                      GpuMat& to) {
  const GpuMatPtr sum = first.sum.lock();
  if (!sum) return false;
  const auto forward = find_gpu_op(node.op->name)->forward_with_sum;
  if (forward == nullptr || tape.device_value(node.inputs[0]) != sum) {
    static_cast<void>(sum->to_bind());  // is made
    return false;
  }
  const SumParts parts{*first.a, *first.b};
  sum->made();  // by what follows
  try {
    forward(device, tape, node, to, &parts);
  } catch (...) {
    defer(device, first);
    throw;
  }
  return true;
}

bool Fusion::forward(Device& device, const Tape& tape, const Node& node, const GpuMatPtr& to) {
  if (with_sum(std::exchange(waiting_, {}), device, tape, node, *to)) return true;
  if (!is_sum(node)) return false;
  waiting_ = {to, input(tape, node, 0), input(tape, node, 1)};
  defer(device, waiting_);
  return true;
}

void Fusion::settle() {
  done_ = nullptr;
  if (const GpuMatPtr sum = std::exchange(waiting_, {}).sum.lock())
    static_cast<void>(sum->to_bind());
}

bool Fusion::backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const bool done = std::exchange(done_, nullptr) == &node;
  settle();
  if (done) return true;
  const auto backward = find_gpu_op(node.op->name)->backward_with_sum;
  if (backward == nullptr) return false;
  // The node right after the sum is the last that adds to the gradient of the sum.
  const Var at = node.inputs[0];
  const Node& sum = tape.node(at);
  if (!is_sum(sum) || sum.edited || !sum.computed->device || is_released(*sum.computed) ||
      &tape.node(Var{at.index + 1}) != &node || sum.inputs[0] == sum.inputs[1]) {
    return false;
  }
  GpuMat &da = gpu_grad(tape, sum, 0), &db = gpu_grad(tape, sum, 1);
  const SumParts parts{da, db};
  backward(device, tape, node, grad, &parts);
  if (parts.one_row()) sum_columns(device, {.a = gpu_grad(tape, node, 0), .to = db, .add = true});
  done_ = &sum;
  return true;
}

}  // namespace glassformer
