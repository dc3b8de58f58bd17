#pragma once

#include <memory>

#include "core/tensor/device_mat.h"

namespace glassformer {

class Tape;
struct Leaf;
struct Node;

// Computes the nodes of tapes on a device and leaves the results there; a value is copied to the
// host when it is first read. Each call may throw DeviceError. The tape then goes on on the CPU,
// which reads what it needs from the device or computes it once more.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual DeviceMatPtr upload(const Mat& value) = 0;
  virtual DeviceMatPtr zeros(Shape shape) = 0;
  // The leaf on the device; the first call uploads it.
  virtual DeviceMatPtr weight(const std::shared_ptr<const Leaf>& leaf) = 0;
  // The result of the node's op, of that shape; null if the CPU has to compute it.
  virtual DeviceMatPtr forward(const Tape& tape, const Node& node, Shape shape) = 0;
  // Adds to the gradients of the node's inputs, Tape::device_grad(). Returns false, and has added
  // nothing, if the CPU has to do it.
  virtual bool backward(Tape& tape, const Node& node, const DeviceMat& grad) = 0;

  virtual void finish() = 0;  // returns once the device has done all its work

  // Called before and after a whole pass on one thread, to set up once what all its ops need.
  virtual void begin() = 0;
  virtual void end() noexcept = 0;
};

// While it lives, the tapes that this thread makes compute on `backend`; null: on the CPU.
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
