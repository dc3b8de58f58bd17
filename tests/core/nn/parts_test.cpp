#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "core/nn/mask.h"
#include "core/nn/position.h"
#include "core/nn/seeded.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

TEST(Mask, OfUnequalSidesAndExtremes) {
  EXPECT_EQ(make_mask({MaskSpec::Kind::causal, 1, 1}, {2, 3}), (Mat{{1, 0, 0}, {1, 1, 0}}));
  EXPECT_EQ(make_mask({MaskSpec::Kind::padding, 0, 1}, {1, 3}), (Mat{{1, 1, 1}}));
  EXPECT_EQ(make_mask({MaskSpec::Kind::padding, 9, 1}, {1, 3}), (Mat{{0, 0, 0}}));
  EXPECT_EQ(make_mask({MaskSpec::Kind::window, 1, 9}, {2, 2}), (Mat{{1, 1}, {1, 1}}));
  EXPECT_EQ(mask_kind("window"), MaskSpec::Kind::window);
  EXPECT_THROW(mask_kind("diagonal"), UserError);
}

// Lecture 000 and 002: PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i + 1) = cos of the same.
TEST(Positions, AreThePapersFormula) {
  const Mat pe = sinusoidal_positions(100, 20);
  for (int pos = 0; pos < 100; ++pos) {
    double norm = 0;
    for (int i = 0; i < 10; ++i) {
      const double angle = pos / std::pow(10000.0, 2.0 * i / 20);
      EXPECT_NEAR(pe(pos, 2 * i), std::sin(angle), 1e-6);
      EXPECT_NEAR(pe(pos, 2 * i + 1), std::cos(angle), 1e-6);
      norm +=
          double{pe(pos, 2 * i)} * pe(pos, 2 * i) + double{pe(pos, 2 * i + 1)} * pe(pos, 2 * i + 1);
    }
    EXPECT_NEAR(std::sqrt(norm), std::sqrt(10.0), 1e-6) << "the norm is the same everywhere";
  }
  EXPECT_EQ(sinusoidal_positions(2, 1)(0, 0), 0);
  EXPECT_EQ(sinusoidal_positions(3, 5).shape(), (Shape{3, 5}));
}

// Su et al. 2021, RoFormer, §3.2.2: θ_i = 10000^(−2i/d) for the pairs i = 0 … d/2 − 1, and position
// m turns pair i by m θ_i.
TEST(Positions, RotaryAnglesAreThePapers) {
  const Mat angles = rotary_angles({0, 1, 3}, 8);
  const double theta[] = {1, 0.1, 0.01, 0.001};
  ASSERT_EQ(angles.shape(), (Shape{3, 4}));
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(angles(0, i), 0);
    EXPECT_NEAR(angles(1, i), theta[i], 1e-7);
    EXPECT_NEAR(angles(2, i), 3 * theta[i], 1e-7);
  }
  EXPECT_NEAR(rotary_angles({1}, 4, 500'000)(0, 1), 1 / std::sqrt(500'000.0), 1e-9);
}

// Press et al. 2022, §3: for 8 heads the slopes 1/2, 1/4 … 1/256; for 16 they begin with 2^(−1/2).
TEST(Positions, AlibiSlopesAreThePapers) {
  for (int head = 1; head <= 8; ++head) {
    EXPECT_DOUBLE_EQ(alibi_slope(head, 8), 1 / std::pow(2.0, head));
  }
  EXPECT_DOUBLE_EQ(alibi_slope(1, 16), std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(alibi_slope(16, 16), 1.0 / 256);
}

// The bias is −slope times the distance (figure 3 of the paper).
TEST(Positions, AlibiFallsWithTheDistance) {
  EXPECT_EQ(alibi_bias({3, 3}, 0.5), (Mat{{0, -.5, -1}, {-.5, 0, -.5}, {-1, -.5, 0}}));
}

TEST(Seeded, GivesTheSameLeafAgain) {
  const LeafPtr a = seeded_normal(7, "head.1.wq", {8, 4}, .5);
  EXPECT_EQ(a, seeded_normal(7, "head.1.wq", {8, 4}, .5));
  EXPECT_NE(a->value, seeded_normal(7, "head.2.wq", {8, 4}, .5)->value);
  EXPECT_NE(a->value, seeded_normal(8, "head.1.wq", {8, 4}, .5)->value);
  EXPECT_NE(a->value, seeded_normal(7, "head.1.wq", {8, 4}, .25)->value);
}

TEST(Seeded, AWordIsItsVectorWhereverItStands) {
  const Mat a = seeded_words(7, {"to", "be", "or", "not", "to", "be"}, 6)->value;
  const Mat b = seeded_words(7, {"be"}, 9)->value;
  for (int c = 0; c < 6; ++c) {
    EXPECT_EQ(a(1, c), a(5, c));
    EXPECT_EQ(a(1, c), b(0, c));
  }
  EXPECT_NE(a(0, 0), a(1, 0));
  EXPECT_NE(seeded_words(7, {"ab", "c"}, 2)->value, seeded_words(7, {"a", "bc"}, 2)->value);
}

// The word "wq" does not draw the numbers of the weight matrix wq.
TEST(Seeded, AWordIsNoWeightOfTheSameName) {
  EXPECT_NE(seeded_words(7, {"wq"}, 4)->value, seeded_normal(7, "wq", {1, 4}, 1)->value);
}

TEST(Seeded, ForgetsWhatIsTooMuchAndDrawsItAlikeAgain) {
  const LeafPtr first = seeded_normal(1, "large", {1024, 1024}, 1);
  for (int i = 0; i < 9; ++i) seeded_normal(2, std::to_string(i), {1024, 1024}, 1);
  const LeafPtr again = seeded_normal(1, "large", {1024, 1024}, 1);
  EXPECT_NE(first, again);
  EXPECT_EQ(first->value, again->value);
}

TEST(Seeded, MayBeAskedByThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 200; ++i) {
        const std::string name = std::to_string(i % 17);
        EXPECT_EQ(seeded_normal(3, name, {16, 16}, 1)->value.rows(), 16);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// A part, and the names within it, end with their scope.
TEST(Declaration, AScopeEnds) {
  Declaration declaration;
  {
    const Declaration::Scope outer(declaration, "a", "one");
    declaration.add("w", {2, 3}, Parameter::Init::zeros);
    {
      const Declaration::Scope inner(declaration, "b", "two");
      declaration.add("w", {1, 4}, Parameter::Init::ones);
    }
    declaration.add("v", {1, 1}, Parameter::Init::zeros);
  }
  declaration.add("last", {1, 2}, Parameter::Init::zeros);
  std::vector<std::string> names;
  for (const Parameter& p : declaration.parameters()) names.push_back(p.name + " " + p.part);
  EXPECT_EQ(names, (std::vector<std::string>{"a.w one", "a.b.w two", "a.v one", "last "}));
  const auto counts = parameter_counts(declaration.parameters());
  ASSERT_EQ(counts.size(), 3u);
  EXPECT_EQ(counts[0].cells, 7);
  EXPECT_EQ(counts[1].cells, 4);
  EXPECT_EQ(parameter_count(declaration.parameters()), 13);
  const Params params = make_params(declaration.parameters(), 1);
  EXPECT_EQ(params.value(params.find("a.b.w")), Mat(1, 4, 1));
  EXPECT_EQ(params.value(params.find("a.w")), Mat(2, 3));
}

}  // namespace
}  // namespace glassformer
