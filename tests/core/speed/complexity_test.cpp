#include "core/speed/complexity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

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

// What path_in_o leaves out: the window is centred, so a layer reaches half of it to each side.
TEST(Complexity, LayersBetweenFirstAndLast) {
  EXPECT_EQ(layers_between(Kind::self_attention, {256, 64, 3, 32}), 1);
  EXPECT_EQ(layers_between(Kind::recurrent, {256, 64, 3, 32}), 256);
  EXPECT_EQ(layers_between(Kind::convolutional, {256, 64, 3, 32}), 6);  // 3⁵ = 243
  EXPECT_EQ(layers_between(Kind::convolutional, {243, 64, 3, 32}), 5);
  EXPECT_EQ(layers_between(Kind::restricted, {256, 64, 3, 256}), 1);
  EXPECT_TRUE(std::isinf(layers_between(Kind::convolutional, {81, 64, 1, 9})));
  EXPECT_TRUE(std::isinf(layers_between(Kind::restricted, {81, 64, 3, 2})));
  // Layer by layer, with the windows of restricted_attention.
  for (const auto& [n, r] : {std::pair{256, 32}, {256, 200}, {81, 9}, {40, 3}, {17, 16}}) {
    int first_known = n - 1, layers = 0;
    for (; first_known > 0; ++layers) first_known = std::clamp(first_known - (r - 1) / 2, 0, n - r);
    EXPECT_EQ(layers_between(Kind::restricted, {n, 64, 3, r}), layers) << n << " " << r;
  }
}

TEST(Complexity, EveryKindHasItsRow) {
  EXPECT_EQ(layer_text(Kind::self_attention).operations, "n^{2} d");
  EXPECT_EQ(layer_text(Kind::recurrent).sequential, "n");
  EXPECT_EQ(layer_text(Kind::convolutional).path, "\\log_{k} n");
  EXPECT_EQ(layer_text(Kind::restricted).path, "n / r");
}

}  // namespace
}  // namespace glassformer
