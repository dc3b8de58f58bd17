#include <cmath>

#include "tests/core/grad/tested_backend.h"

namespace glassformer {

namespace {

constexpr double device_tolerance = 1e-6;

bool same_cell(double got, double want) {
  if (got == want || (std::isnan(got) && std::isnan(want))) return true;
  return current_backend() != nullptr && want != 0 &&
         std::abs(got - want) <= device_tolerance * std::abs(want);
}

}  // namespace

void expect_same(const Mat& got, const Mat& want, std::source_location where) {
  const ::testing::ScopedTrace trace(where.file_name(), static_cast<int>(where.line()), "");
  ASSERT_EQ(got.shape(), want.shape());
  for (int row = 0; row < want.rows(); ++row) {
    for (int col = 0; col < want.cols(); ++col) {
      EXPECT_TRUE(same_cell(got(row, col), want(row, col)))
          << "row " << row << ", column " << col << ": " << got(row, col) << " instead of "
          << want(row, col);
    }
  }
}

}  // namespace glassformer
