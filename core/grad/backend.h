#pragma once

#include <memory>

#include "core/tensor/device_mat.h"

namespace glassformer {

class Tape;
struct Leaf;
struct Node;

// Computes the nodes of tapes on a device and leaves the results there: a value comes to the host
// when it is first read. Each call may throw DeviceError; the tape then goes on with the CPU, which
// reads, or computes again, what it needs.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual DeviceMatPtr upload(const Mat& value) = 0;
  virtual DeviceMatPtr zeros(Shape shape) = 0;
  // The leaf on the device, uploaded when it is first asked for.
  virtual DeviceMatPtr weight(const std::shared_ptr<const Leaf>& leaf) = 0;
  // What the node's op makes of its inputs, of that shape; null if the CPU has to do it.
  virtual DeviceMatPtr forward(const Tape& tape, const Node& node, Shape shape) = 0;
  // Adds to the gradients of the node's inputs, Tape::device_grad(); false, with nothing added, if
  // the CPU has to do it.
  virtual bool backward(Tape& tape, const Node& node, const DeviceMat& grad) = 0;

  virtual void finish() = 0;  // returns once all that was asked of the device is done

  // Around a whole pass on one thread: what is set up once for all its ops, and torn down after.
  virtual void begin() = 0;
  virtual void end() noexcept = 0;
};

// While it lives, the tapes that this thread makes compute there. Null: on the CPU.
class OnBackend {
 public:
  explicit OnBackend(std::shared_ptr<Backend> backend);
  ~OnBackend();
  OnBackend(const OnBackend&) = delete;
  OnBackend& operator=(const OnBackend&) = delete;

 private:
  std::shared_ptr<Backend> backend_;
  std::shared_ptr<Backend> before_;
};

std::shared_ptr<Backend> current_backend();  // of this thread; null: the CPU

}  // namespace glassformer
