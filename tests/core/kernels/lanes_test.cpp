#include "core/kernels/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace glassformer {
namespace {

Real quick_exp_of(Real x) {
  Real cells[lanes];
  std::fill_n(cells, lanes, x);
  quick_exp(cells, lanes);
  return cells[lanes - 1];
}

TEST(QuickExp, IsTheExponentialWithinAFewUnitsInTheLastPlace) {
  const double rounding = sizeof(Real) == 8 ? 1e-15 : 2.5e-7;
  for (double x = -80; x < 88; x += 0.0137) {
    const Real at = static_cast<Real>(x);
    EXPECT_NEAR(quick_exp_of(at) / std::exp(static_cast<double>(at)), 1, rounding) << x;
  }
  EXPECT_EQ(quick_exp_of(0), 1);
}

TEST(QuickExp, KeepsItsLimits) {
  EXPECT_EQ(quick_exp_of(-std::numeric_limits<Real>::infinity()), 0);
  EXPECT_LT(quick_exp_of(-103), 1e-37);
  EXPECT_TRUE(std::isnan(quick_exp_of(std::numeric_limits<Real>::quiet_NaN())));
}

}  // namespace
}  // namespace glassformer
