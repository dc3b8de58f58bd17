#include "core/nn/pass.h"

#include <gtest/gtest.h>

#include "core/grad/ops.h"

namespace glassformer {
namespace {

int kept_by_both(const Mat& a, const Mat& b) {
  int both = 0;
  for (std::size_t i = 0; i < a.size(); ++i) both += a.cells()[i] != 0 && b.cells()[i] != 0 ? 1 : 0;
  return both;
}

// Of 4,000 cells each dropout keeps half by itself, so two keep a quarter together: 1,000, with a
// deviation of 27. One mask for both would keep 2,000.
TEST(Pass, EachDropoutHasAMaskOfItsOwn) {
  Tape tape;
  const Params params;
  Pass pass = Pass::packed(tape, params, 7);
  const Var ones = tape.input(Mat(40, 100, 1));
  const Mat first = tape.value(pass.dropout(ones, 0.5));
  const Mat second = tape.value(pass.dropout(ones, 0.5));
  EXPECT_NEAR(kept_by_both(first, first), 2000, 150);
  EXPECT_NEAR(kept_by_both(first, second), 1000, 150);
}

TEST(Pass, WithoutASeedNothingIsDropped) {
  Tape tape;
  const Params params;
  const Var ones = Pass::packed(tape, params).tape().input(Mat(4, 4, 1));
  EXPECT_EQ(Pass::packed(tape, params).dropout(ones, 0.5), ones);
  EXPECT_EQ(Pass::traced(tape, params).dropout(ones, 0.5), ones);
}

}  // namespace
}  // namespace glassformer
