#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace glassformer {

// count × dim floats that never change: memory of its own, or a mapped file. Shared, not copied.
class Rows {
 public:
  Rows() = default;
  // Rows that lie `stride` floats apart at `data`; `keeper` owns the memory.
  Rows(std::shared_ptr<const void> keeper, const float* data, std::size_t count, std::size_t dim,
       std::size_t stride)
      : keeper_(std::move(keeper)), data_(data), count_(count), dim_(dim), stride_(stride) {}

  std::size_t count() const { return count_; }
  std::size_t dim() const { return dim_; }
  std::size_t stride() const { return stride_; }  // floats from one row to the next
  bool empty() const { return count_ == 0; }
  const float* data() const { return data_; }
  std::span<const float> operator[](std::size_t row) const { return {data_ + row * stride_, dim_}; }
  // Whether somebody else still holds this memory.
  bool is_shared() const { return keeper_.use_count() > 1; }

 private:
  std::shared_ptr<const void> keeper_;
  const float* data_ = nullptr;
  std::size_t count_ = 0;
  std::size_t dim_ = 0;
  std::size_t stride_ = 0;
};

// Rows being made: zeros at first; each begins on a 64-byte line, and what pads it stays zero.
class RowsBuilder {
 public:
  // Throws std::bad_alloc: whoever reads a file checks its size first.
  RowsBuilder(std::size_t count, std::size_t dim);

  std::size_t count() const { return count_; }
  std::size_t dim() const { return dim_; }
  std::size_t stride() const { return stride_; }
  float* data() { return data_.get(); }
  const float* data() const { return data_.get(); }
  std::span<float> operator[](std::size_t row) { return {data_.get() + row * stride_, dim_}; }
  std::span<const float> operator[](std::size_t row) const {
    return {data_.get() + row * stride_, dim_};
  }
  Rows finish() const { return {data_, data_.get(), count_, dim_, stride_}; }

 private:
  std::size_t count_;
  std::size_t dim_;
  std::size_t stride_;
  std::shared_ptr<float[]> data_;
};

// Whether one of them is nan or infinite.
bool any_not_finite(std::span<const float> cells);
bool any_not_finite(const RowsBuilder& rows);

}  // namespace glassformer
