// What lies on the card: memory, and matrices that may be computed when they are first needed.
#include <algorithm>
#include <type_traits>
#include <utility>

#include "app/gpu/device.h"

namespace glassformer {

GpuBuffer::GpuBuffer(DevicePtr device, std::size_t bytes) : device_(std::move(device)) {
  const Device::Use use(*device_);
  buffer_ = device_->pool().take(std::max<std::size_t>(bytes, sizeof(float)));
}

GpuBuffer::~GpuBuffer() {
  device_->pool().give(buffer_);
}

static_assert(std::is_same_v<Real, float>, "the card computes in float");

GpuMat::GpuMat(DevicePtr device, Shape shape)
    : DeviceMat(shape),
      buffer_(std::move(device), shape.cells() * sizeof(float)),
      errors_(buffer_.device()->errors()) {}

bool GpuMat::is_trusted() const {
  return errors_ == buffer_.device()->errors();
}

void GpuMat::check_trusted() const {
  if (is_trusted()) return;
  throw DeviceError(
      "The graphics driver made an error, and what it had computed before is not trusted any more; "
      "the CPU computes instead.");
}

unsigned GpuMat::name() const {
  const unsigned name = to_bind();
  device()->settle(name);
  return name;
}

void GpuMat::read(Mat& into) const {
  Mat read(shape());
  buffer_.device()->read(name(), read.cells());
  into = std::move(read);  // only when all of it is here
}

void GpuMat::defer(std::function<void()> make) const {
  deferred_ = std::move(make);
  has_deferred_ = true;
}

void GpuMat::made() const {
  deferred_ = {};
  has_deferred_ = false;
}

void GpuMat::defer_zeros() const {
  zeros_ = true;
  defer([this] { device()->fill_zero(*this); });
}

bool GpuMat::take_zeros() const {
  if (!has_deferred_ || !zeros_) return false;
  made();
  return true;
}

void GpuMat::settle() const {
  const Device::Turn turn(*device());
  if (!has_deferred_) return;
  const auto make = std::exchange(deferred_, {});
  has_deferred_ = false;  // it asks for the buffer itself
  try {
    make();
  } catch (...) {
    defer(make);
    throw;
  }
}

}  // namespace glassformer
