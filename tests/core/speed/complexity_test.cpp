#include "core/speed/complexity.h"

#include <gtest/gtest.h>

#include <cmath>

namespace glassformer {
namespace {

using Kind = LayerKind;

TEST(Complexity, OperationsOfTheTable) {
  const LayerSizes sizes{100, 512, 3, 10};
  EXPECT_EQ(operations_in_o(Kind::self_attention, sizes), 5'120'000);  // 100² · 512
  EXPECT_EQ(operations_in_o(Kind::recurrent, sizes), 26'214'400);      // 100 · 512²
  EXPECT_EQ(operations_in_o(Kind::convolutional, sizes), 78'643'200);  // 3 · 100 · 512²
  EXPECT_EQ(operations_in_o(Kind::restricted, sizes), 512'000);        // 10 · 100 · 512
}

TEST(Complexity, AttentionAndRecurrenceMeetWhereNIsD) {
  for (const int d : {16, 256, 1000}) {
    const LayerSizes sizes{d, d, 3, 10};
    EXPECT_EQ(operations_in_o(Kind::self_attention, sizes),
              operations_in_o(Kind::recurrent, sizes));
  }
}

TEST(Complexity, NoWordLooksAtMoreThanAll) {
  const LayerSizes sizes{20, 8, 3, 1000};
  EXPECT_EQ(operations_in_o(Kind::restricted, sizes), 3200);  // 20² · 8
  EXPECT_EQ(path_in_o(Kind::restricted, sizes), 1);
}

TEST(Complexity, StepsThatWait) {
  const LayerSizes sizes{81, 64, 3, 9};
  EXPECT_EQ(sequential_in_o(Kind::self_attention, sizes), 1);
  EXPECT_EQ(sequential_in_o(Kind::recurrent, sizes), 81);
  EXPECT_EQ(sequential_in_o(Kind::convolutional, sizes), 1);
  EXPECT_EQ(sequential_in_o(Kind::restricted, sizes), 1);
}

TEST(Complexity, LongestPaths) {
  const LayerSizes sizes{81, 64, 3, 9};
  EXPECT_EQ(path_in_o(Kind::self_attention, sizes), 1);
  EXPECT_EQ(path_in_o(Kind::recurrent, sizes), 81);
  EXPECT_NEAR(path_in_o(Kind::convolutional, sizes), 4, 1e-12);  // 3⁴ = 81
  EXPECT_EQ(path_in_o(Kind::restricted, sizes), 9);
  // A kernel over one word brings no two words together, in however many layers.
  EXPECT_TRUE(std::isinf(path_in_o(Kind::convolutional, {81, 64, 1, 9})));
}

TEST(Complexity, EveryKindHasItsRow) {
  EXPECT_EQ(layer_text(Kind::self_attention).operations, "n^{2} d");
  EXPECT_EQ(layer_text(Kind::recurrent).sequential, "n");
  EXPECT_EQ(layer_text(Kind::convolutional).path, "\\log_{k} n");
  EXPECT_EQ(layer_text(Kind::restricted).path, "n / r");
}

}  // namespace
}  // namespace glassformer
