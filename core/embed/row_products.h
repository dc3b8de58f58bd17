#pragma once

#include <span>
#include <vector>

#include "core/backend/lanes.h"
#include "core/embed/rows.h"

namespace glassformer {

// A few vectors that every row is held against, laid out as the vector units want them: each padded
// with zeros to whole lanes.
class RowProducts {
 public:
  // Each of `queries` is as wide as the rows.
  RowProducts(const Rows& rows, std::span<const std::span<const float>> queries);

  std::size_t queries() const { return count_; }
  // Its product with each query, into `products`, and with itself: row · row.
  float row(std::size_t row, std::span<float> products) const;

 private:
  const Rows& rows_;
  std::size_t count_;
  std::size_t whole_;  // floats of a row in whole lanes, that may be read
  std::size_t width_;  // of a padded query
  std::vector<float> padded_;
};

}  // namespace glassformer
