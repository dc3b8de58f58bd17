#pragma once

#include <memory>
#include <stdexcept>

#include "core/tensor/mat.h"

namespace glassformer {

// A matrix in the memory of a device.
class DeviceMat {
 public:
  explicit DeviceMat(Shape shape) : shape_(shape) {}
  virtual ~DeviceMat() = default;
  DeviceMat(const DeviceMat&) = delete;
  DeviceMat& operator=(const DeviceMat&) = delete;

  Shape shape() const { return shape_; }
  // Copies it to the host, once all that was asked of the device before is done. Throws
  // DeviceError.
  virtual void read(Mat& into) const = 0;

 private:
  Shape shape_;
};
using DeviceMatPtr = std::shared_ptr<DeviceMat>;

// The device cannot go on; what() is a sentence with the reason.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace glassformer
