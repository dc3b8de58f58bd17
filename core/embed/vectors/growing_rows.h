#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "core/embed/vectors/rows.h"

namespace glassformer {

// Rows whose number is not known before a file is read to its end. They grow without being copied,
// and take no memory for what a file merely claims. Each begins on a 64-byte line.
class GrowingRows {
 public:
  explicit GrowingRows(std::size_t dim);

  std::size_t count() const { return count_; }
  std::size_t dim() const { return dim_; }
  // A new row, of zeros; valid until the next append. Throws std::bad_alloc.
  std::span<float> append();
  std::span<float> operator[](std::size_t row) { return {data() + row * stride_, dim_}; }
  // Gives the memory on; there are no rows afterwards.
  Rows finish();

 private:
  class Memory;
  float* data() const;

  std::size_t dim_;
  std::size_t stride_;
  std::size_t count_ = 0;
  std::size_t room_ = 0;  // rows that the memory has place for
  std::shared_ptr<Memory> memory_;
};

}  // namespace glassformer
