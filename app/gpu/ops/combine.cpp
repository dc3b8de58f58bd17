// Ops of two cells each, on the card: shaders/combine.comp. Each gradient is a dispatch of its own,
// as both inputs may be one matrix.
#include "app/gpu/combine.h"

#include "app/gpu/gpu_op.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

void add_to(Device& device, std::string_view f, const GpuMat& a, const GpuMat& b, GpuMat& c) {
  combine(device, {.f = f, .a = a, .b = b, .c = c, .add = true});
}

struct Add {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    combine(device,
            {.f = "a + b", .a = gpu_in(tape, node, 0), .b = gpu_in(tape, node, 1), .c = to});
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    add_to(device, "b", grad, grad, gpu_grad(tape, node, 0));
    add_to(device, "b", grad, grad, gpu_grad(tape, node, 1));
  }
};

struct Subtract {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    combine(device,
            {.f = "a - b", .a = gpu_in(tape, node, 0), .b = gpu_in(tape, node, 1), .c = to});
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    add_to(device, "b", grad, grad, gpu_grad(tape, node, 0));
    add_to(device, "-b", grad, grad, gpu_grad(tape, node, 1));
  }
};

struct Multiply {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    combine(device,
            {.f = "a * b", .a = gpu_in(tape, node, 0), .b = gpu_in(tape, node, 1), .c = to});
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    add_to(device, "a * b", grad, gpu_in(tape, node, 1), gpu_grad(tape, node, 0));
    add_to(device, "a * b", grad, gpu_in(tape, node, 0), gpu_grad(tape, node, 1));
  }
};

struct Mask {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    combine(device, {.f = "b == 0.0 ? -infinity : a",
                     .a = gpu_in(tape, node, 0),
                     .b = gpu_in(tape, node, 1),
                     .c = to});
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    add_to(device, "b == 0.0 ? 0.0 : a", grad, gpu_in(tape, node, 1), gpu_grad(tape, node, 0));
    gpu_grad(tape, node, 1);  // a constant's: zeros
  }
};

struct AddRow {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    combine(device, {.f = "a + b",
                     .a = gpu_in(tape, node, 0),
                     .b = gpu_in(tape, node, 1),
                     .c = to,
                     .b_of = Combine::Of::row});
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    add_to(device, "b", grad, grad, gpu_grad(tape, node, 0));
    sum_columns(device, {.a = grad, .to = gpu_grad(tape, node, 1), .add = true});
  }
};

template <class Of>
constexpr GpuOp op(std::string_view name, bool is_sum = false) {
  return {name, Of::forward, Of::backward, is_sum};
}
constexpr GpuOp add = op<Add>("add", true), subtract = op<Subtract>("subtract"),
                multiply = op<Multiply>("multiply"), mask = op<Mask>("mask"),
                add_row = op<AddRow>("add_row", true);
const RegisterGpuOp registered[]{RegisterGpuOp{add}, RegisterGpuOp{subtract},
                                 RegisterGpuOp{multiply}, RegisterGpuOp{mask},
                                 RegisterGpuOp{add_row}};

}  // namespace

}  // namespace glassformer
