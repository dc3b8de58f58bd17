#include "core/kernels/width.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/tensor/real.h"

namespace glassformer {
namespace {

TEST(Width, WhatIsInUseIsThere) {
  EXPECT_TRUE(is_there(Width::baseline));
  EXPECT_TRUE(is_there(width_in_use()));
  // Whoever has the wider one has the narrower one.
  EXPECT_TRUE(!is_there(Width::avx512) || is_there(Width::avx2));
  EXPECT_TRUE(!is_there(Width::amx) || is_there(Width::avx512));
}

TEST(Width, RowsAreFilledUpToItsVectors) {
  const int lanes = lanes_in_use();
  EXPECT_EQ(lanes * static_cast<int>(sizeof(Real)),
            16 << static_cast<int>(std::min(width_in_use(), Width::avx512)));
  EXPECT_EQ(padded(1), lanes);
  EXPECT_EQ(padded(lanes), lanes);
  EXPECT_EQ(padded(lanes + 1), 2 * lanes);
}

TEST(Width, NarrowerOnesHaveNoInstructionsOfWiderOnes) {
  EXPECT_TRUE(!has_tile_products() || width_in_use() == Width::amx);
  EXPECT_TRUE(!bf16_products_are_faster() || has_bf16_products());
  if (width_in_use() >= Width::avx512) GTEST_SKIP() << "one of the widest is in use";
  EXPECT_FALSE(has_bf16_products());
  EXPECT_FALSE(has_byte_products());
}

}  // namespace
}  // namespace glassformer
