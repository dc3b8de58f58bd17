#include "core/train/large_adam.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/tensor/rng.h"
#include "tests/core/kernels/threads.h"

namespace glassformer {
namespace {

constexpr std::uint64_t in_file = 0, in_memory = 1 << 30;

// Matrices of less than a piece, of one and a bit, and of several whose rows cross their borders.
Params three() {
  Params params;
  params.add("a", normal({3, 5}, 1, 1));
  params.add("b", normal({100, 400}, 1, 2));
  params.add("c", normal({1000, 77}, 1, 3));
  return params;
}

const std::vector<int> looked_up{0, 2, 3, 425, 426, 851, 999};

// Of c: the rows above alone, and the whole matrix, 0 elsewhere.
struct OfC {
  Mat rows, all{Shape{1000, 77}};
};

OfC gradient_of_c(std::uint64_t seed) {
  OfC made{normal({static_cast<int>(looked_up.size()), 77}, 1, seed)};
  for (std::size_t r = 0; r < looked_up.size(); ++r) {
    const auto row = made.rows.row(static_cast<int>(r));
    std::copy(row.begin(), row.end(), made.all.row(looked_up[r]).begin());
  }
  return made;
}

struct Gradients {
  explicit Gradients(int step)
      : a(normal({3, 5}, 1, 10 + static_cast<std::uint64_t>(step))),
        b(normal({100, 400}, 1, 20 + static_cast<std::uint64_t>(step))),
        c(gradient_of_c(30 + static_cast<std::uint64_t>(step))) {}
  Mat a, b;
  OfC c;
};

double step_of(LargeAdam& adam, Params& params) {
  const Gradients g(static_cast<int>(adam.steps));
  const RowsGradient gradients[] = {{&g.a, {}}, {&g.b, {}}, {&g.c.rows, looked_up}};
  return adam.step(params, gradients, 0.1);
}

void expect_same(const Params& one, const Params& other) {
  for (int i = 0; i < one.size(); ++i) EXPECT_EQ(one.value(i), other.value(i)) << one.name(i);
}

TEST(LargeAdam, MovesTheWeightsAsAdamDoes) {
  Params expected = three();
  Adam adam(expected, {});
  std::vector<double> lengths;
  for (int i = 0; i < 4; ++i) {
    const Gradients g(i);
    lengths.push_back(adam.step(
        expected, 1,
        [&](int, int param) -> const Mat& { return param == 0   ? g.a
                                                   : param == 1 ? g.b
                                                                : g.c.all; },
        0.1));
  }
  for (const std::uint64_t max : {in_file, in_memory}) {
    for (const int threads : {1, 3}) {
      with_threads(threads, [&] {
        Params params = three();
        LargeAdam large(params, {}, max);
        for (const double length : lengths) EXPECT_EQ(step_of(large, params), length);
        expect_same(params, expected);
      });
    }
  }
}

// The means of one go to another, wherever either has them.
TEST(LargeAdam, GoesOnFromItsMeans) {
  Params expected = three();
  LargeAdam first(expected, {}, in_file);
  step_of(first, expected);
  std::vector<Real> means;
  first.each(
      [&](std::span<const Real> some) { means.insert(means.end(), some.begin(), some.end()); });
  EXPECT_EQ(means.size(), first.means());
  EXPECT_EQ(means.size(), 2 * expected.cells());
  const Params after_one = expected;
  step_of(first, expected);
  for (const std::uint64_t max : {in_file, in_memory}) {
    Params params = after_one;
    LargeAdam second(params, {}, max);
    second.steps = 1;
    std::size_t at = 0;
    second.fill([&](std::span<Real> some) {
      std::copy_n(means.begin() + static_cast<std::ptrdiff_t>(at), some.size(), some.begin());
      at += some.size();
    });
    step_of(second, params);
    expect_same(params, expected);
  }
}

TEST(LargeAdam, DoesNotMoveWithAGradientThatIsNoNumber) {
  Params params;
  params.add("w", Mat{{1}});
  LargeAdam adam(params, {}, in_file);
  const Mat bad{{std::numeric_limits<double>::quiet_NaN()}};
  const RowsGradient gradient[] = {{&bad, {}}};
  adam.step(params, gradient, 0.1);
  EXPECT_EQ(params.value(0)(0, 0), 1);
  EXPECT_EQ(adam.steps, 0);
}

}  // namespace
}  // namespace glassformer
