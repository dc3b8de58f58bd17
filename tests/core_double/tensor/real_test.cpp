#include "core/tensor/real.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "core/tensor/mat.h"

namespace glassformer {
namespace {

// A finite-difference check in float proves nothing, so these tests must have been built in double.
TEST(Real, IsDoubleInTheGradientChecks) {
  static_assert(std::is_same_v<Real, double>);
  const Mat third{{1.0 / 3}};
  EXPECT_EQ(third(0, 0), 1.0 / 3);
}

}  // namespace
}  // namespace glassformer
