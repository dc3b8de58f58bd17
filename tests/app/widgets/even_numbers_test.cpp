#include "app/widgets/even_numbers.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(EvenNumbers, HaveTheDecimalsOfTheLargest) {
  const EvenNumbers numbers({0.871, 0.0119, 0.0044, 8.1e-5});
  EXPECT_EQ(numbers.of(0.871), "0.871");
  EXPECT_EQ(numbers.of(0.0119), "0.012");
  EXPECT_EQ(numbers.of(0.0044), "0.004");
  EXPECT_EQ(numbers.of(8.1e-5), "·");
  EXPECT_EQ(numbers.note(), "· below 0.0005");
}

TEST(EvenNumbers, WhereSomeAreNegativeTheNoteIsOfBothSides) {
  EXPECT_EQ(EvenNumbers({-0.871, 8.1e-5}).note(), "· within ±0.0005");
}

TEST(EvenNumbers, OneThatIsNearerToAUnitThanToNothingReadsAsThatUnit) {
  const EvenNumbers numbers({0.9, 0.0006});
  EXPECT_EQ(numbers.of(0.0006), "0.001");
  EXPECT_EQ(numbers.note(), "");
}

TEST(EvenNumbers, NothingIsADotThatIsZero) {
  const EvenNumbers numbers({0.5, 0, 1});
  EXPECT_EQ(numbers.of(0), "0");
  EXPECT_EQ(numbers.of(1), "1");
  EXPECT_EQ(numbers.note(), "");
}

TEST(EvenNumbers, LargeOnesKeepOneDecimal) {
  const EvenNumbers numbers({112, 0.9});
  EXPECT_EQ(numbers.of(0.9), "0.9");
  EXPECT_EQ(numbers.of(112.04), "112.0");
}

TEST(EvenNumbers, WhereAllAreTinyEachHasItsPower) {
  const EvenNumbers numbers({8.7e-5, 1e-7});
  EXPECT_EQ(numbers.of(1e-7), "10⁻⁷");
  EXPECT_EQ(numbers.note(), "");
}

}  // namespace
}  // namespace glassformer
