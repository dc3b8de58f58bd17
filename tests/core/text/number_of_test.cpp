#include "core/text/number_of.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(NumberOf, OneIsNoPlural) {
  EXPECT_EQ(number_of(0, "word"), "0 words");
  EXPECT_EQ(number_of(1, "word"), "1 word");
  EXPECT_EQ(number_of(2U, "rated pair"), "2 rated pairs");
}

}  // namespace
}  // namespace glassformer
