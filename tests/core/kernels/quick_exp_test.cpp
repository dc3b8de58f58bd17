// e^x as core/kernels/lanes.h has it, in every width that the processor has.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/kernels/row_kernels.h"
#include "tests/core/kernels/each_width.h"

namespace glassformer {
namespace {

Real quick_exp_of(const RowKernels& kernels, Real x) {
  Real power = 0;
  kernels.powers(&x, 0, 1, &power, 1);
  return power;
}

TEST(QuickExp, IsTheExponentialWithinAFewUnitsInTheLastPlace) {
  each_width(row_widths, [](const RowKernels& kernels, int) {
    const double rounding = sizeof(Real) == 8 ? 1e-15 : 2.5e-7;
    for (double x = -80; x < 88; x += 0.0137) {
      const Real at = static_cast<Real>(x);
      EXPECT_NEAR(quick_exp_of(kernels, at) / std::exp(static_cast<double>(at)), 1, rounding) << x;
    }
    EXPECT_EQ(quick_exp_of(kernels, 0), 1);
  });
}

TEST(QuickExp, KeepsItsLimits) {
  each_width(row_widths, [](const RowKernels& kernels, int) {
    EXPECT_EQ(quick_exp_of(kernels, -std::numeric_limits<Real>::infinity()), 0);
    EXPECT_LT(quick_exp_of(kernels, -103), 1e-37);
    EXPECT_TRUE(std::isnan(quick_exp_of(kernels, std::numeric_limits<Real>::quiet_NaN())));
  });
}

}  // namespace
}  // namespace glassformer
