#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/kernels/width.h"
#include "core/tensor/mat.h"
#include "core/tensor/rng.h"

namespace glassformer {

// Calls body(kernels, lanes) for each width of vectors that this processor has.
template <class Table, class Body>
void each_width(const OfWidths<Table>& tables, const Body& body) {
  for (const Width width : all_widths()) {
    if (!is_there(width) || width > Width::avx512) continue;
    SCOPED_TRACE(std::string(name_of(width)));
    body(tables.of(width), (16 << static_cast<int>(width)) / static_cast<int>(sizeof(Real)));
  }
}

// Less than a vector, a vector and more, for each width; more than four vectors at a time.
inline constexpr int some_sizes[] = {1, 3, 4, 7, 8, 15, 16, 17, 31, 33, 64, 67, 100, 130, 261};

inline std::vector<Real> random_cells(int count, std::uint64_t seed) {
  const Mat cells = normal({1, count}, 1, seed);
  return {cells.cells().begin(), cells.cells().end()};
}

inline double product_of(const std::vector<Real>& a, const std::vector<Real>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

// Of a sum of so many terms of about 1.
inline double rounding_of(int terms) {
  return (sizeof(Real) == 8 ? 1e-14 : 2e-6) * (terms + 4);
}

inline void expect_near(const std::vector<Real>& got, const std::vector<double>& wanted,
                        double tolerance) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_NEAR(got[i], wanted[i], tolerance) << "cell " << i << " of " << got.size();
  }
}

}  // namespace glassformer
