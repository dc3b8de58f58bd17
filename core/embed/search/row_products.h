#pragma once

#include <span>
#include <vector>

#include "core/embed/vectors/rows.h"

namespace glassformer {

// |a − b|², from the differences: by 2 a·b − |a|² − |b|² rows that lie beside each other, far from
// zero, would lose all their digits.
float squared_distance(std::span<const float> a, std::span<const float> b);

// A few vectors that every row is held against, laid out as the vector units want them: each padded
// with zeros to whole lanes.
class RowProducts {
 public:
  // Each of `queries` is as wide as the rows.
  RowProducts(const Rows& rows, std::span<const std::span<const float>> queries);
  RowProducts(const RowProducts&) = delete;
  RowProducts& operator=(const RowProducts&) = delete;

  // Its product with each query, into `products`, and with itself: row · row. Where the latter is
  // too large or too small for a float, all of the row divided by its largest number, which leaves
  // cosines as they are.
  float row(std::size_t row, std::span<float> products) const;

 private:
  float products(const float* cells, std::span<float> to) const;

  const Rows& rows_;
  std::size_t count_;
  std::size_t whole_ = 0;  // floats of a row in whole lanes, that may be read
  std::size_t width_;      // of a padded query
  std::vector<float> padded_;
  std::vector<const float*> queries_;  // in padded_
};

}  // namespace glassformer
