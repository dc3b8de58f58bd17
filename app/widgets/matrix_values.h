#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "core/tensor/device_mat.h"

namespace glassformer {

// Points at a matrix, or at none, as a pointer does. The cells may still lie on a graphics card:
// they come to the host when the first of them is read, and a heat map is painted there without.
class MatrixValues {
 public:
  MatrixValues() = default;
  MatrixValues(const Mat* values) : host_(values) {  // NOLINT: it stands for the pointer
    if (values != nullptr) shape_ = values->shape();
  }
  // `fetch` gives the same matrix on the host.
  MatrixValues(DeviceMatPtr device, std::function<const Mat&()> fetch)
      : shape_(device->shape()), device_(std::move(device)), fetch_(std::move(fetch)) {}

  bool operator==(std::nullptr_t) const { return host_ == nullptr && !device_; }
  const MatrixValues* operator->() const { return this; }
  const MatrixValues& operator*() const { return *this; }

  Shape shape() const { return shape_; }
  int rows() const { return shape_.rows; }
  int cols() const { return shape_.cols; }
  std::size_t size() const { return shape_.cells(); }
  bool empty() const { return size() == 0; }
  bool contains(int row, int col) const { return shape_.contains(row, col); }
  Real operator()(int row, int col) const { return host()(row, col); }

  const Mat& host() const {
    if (host_ == nullptr) host_ = &fetch_();
    return *host_;
  }
  const DeviceMatPtr& device() const { return device_; }  // where it lies there; null: nowhere
  // Two that are equal here and have equal stamps are the same cells.
  const void* identity() const {
    return device_ ? static_cast<const void*>(device_.get()) : host_->data();
  }

 private:
  Shape shape_;
  mutable const Mat* host_ = nullptr;
  DeviceMatPtr device_;
  std::function<const Mat&()> fetch_;
};

}  // namespace glassformer
