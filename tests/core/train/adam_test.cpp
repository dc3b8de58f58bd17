#include "core/train/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/tensor/rng.h"
#include "tests/core/kernels/threads.h"

namespace glassformer {
namespace {

// Algorithm 1 of the paper for one number, as it is written there.
TEST(Adam, IsAlgorithmOne) {
  Params params;
  params.add("w", Mat{{0.5}});
  AdamSettings settings;
  settings.clip = 0;
  Adam adam(params, settings);
  double w = 0.5, m = 0, v = 0;
  for (int t = 1; t <= 20; ++t) {
    const double g = std::sin(t) * 3, rate = 0.01 * t;
    const Mat gradient{{g}};
    EXPECT_NEAR(adam.step(
                    params, 1, [&](int, int) -> const Mat& { return gradient; }, rate),
                std::abs(g), 1e-6);
    m = 0.9 * m + 0.1 * g;
    v = 0.98 * v + 0.02 * g * g;
    const double m_hat = m / (1 - std::pow(0.9, t)), v_hat = v / (1 - std::pow(0.98, t));
    w -= rate * m_hat / (std::sqrt(v_hat) + 1e-9);
    EXPECT_NEAR(params.value(0)(0, 0), w, 1e-5) << t;
  }
}

// ε stands beside the root, not in it: with gradients of its own size a step is half a stride, and
// inside of the root it would be a thirty-thousandth.
TEST(Adam, EpsilonIsAddedToTheRoot) {
  Params params;
  params.add("w", Mat{{0}});
  AdamSettings settings;
  settings.clip = 0;
  settings.epsilon = 1e-6;
  Adam adam(params, settings);
  const Mat gradient{{1e-6}};
  adam.step(
      params, 1, [&](int, int) -> const Mat& { return gradient; }, 0.1);
  EXPECT_NEAR(params.value(0)(0, 0), -0.05, 1e-5);
}

// A gradient of length 10, clipped to 1, acts like a tenth of it.
TEST(Adam, ClipsTheWholeGradient) {
  const auto moved = [](double factor, double clip) {
    Params params;
    params.add("a", Mat{{0, 0}});
    params.add("b", Mat{{0}});
    AdamSettings settings;
    settings.clip = clip;
    settings.epsilon = 1;  // so that the step grows with the gradient
    Adam adam(params, settings);
    const Mat a{{6 * factor, 0}}, b{{8 * factor}};
    adam.step(
        params, 1, [&](int, int p) -> const Mat& { return p == 0 ? a : b; }, 0.1);
    return params.value(1)(0, 0);
  };
  EXPECT_NEAR(moved(1, 1), moved(0.1, 0), 1e-7);
  EXPECT_NEAR(moved(0.05, 1), moved(0.05, 0), 1e-7);
  EXPECT_GT(std::abs(moved(1, 0) - moved(1, 1)), 1e-3);
}

TEST(Adam, AddsShardsAndIsTheSameForAnyNumberOfThreads) {
  const Mat one = normal({300, 400}, 1, 1), two = normal({300, 400}, 1, 2);
  const auto trained = [&](int threads) {
    Params params;
    params.add("w", normal({300, 400}, 1, 3));
    Adam adam(params, {});
    with_threads(threads, [&] {
      for (int i = 0; i < 3; ++i) {
        adam.step(
            params, 2, [&](int s, int) -> const Mat& { return s == 0 ? one : two; }, 0.1);
      }
    });
    return params.value(0);
  };
  EXPECT_EQ(trained(1), trained(2));
  EXPECT_EQ(trained(1), trained(3));
}

TEST(Adam, DoesNotMoveWithAGradientThatIsNoNumber) {
  Params params;
  params.add("w", Mat{{1}});
  Adam adam(params, {});
  const Mat bad{{std::numeric_limits<double>::quiet_NaN()}};
  adam.step(
      params, 1, [&](int, int) -> const Mat& { return bad; }, 0.1);
  EXPECT_EQ(params.value(0)(0, 0), 1);
  EXPECT_EQ(adam.steps, 0);
}

// Equation 3: rises in a line, is highest at `warmup`, then falls with the root.
TEST(WarmupRate, IsThePapers) {
  EXPECT_NEAR(warmup_rate(4000, 512, 4000), 1 / std::sqrt(512 * 4000.0), 1e-12);
  EXPECT_NEAR(warmup_rate(1000, 512, 4000), warmup_rate(4000, 512, 4000) / 4, 1e-12);
  EXPECT_NEAR(warmup_rate(16000, 512, 4000), warmup_rate(4000, 512, 4000) / 2, 1e-12);
}

// Shards that look up few rows of a table: what is left out are zeros, step after step, also after
// a step in which one shard had all rows.
TEST(Adam, DoesTheSameWithSomeRowsOfAGradient) {
  constexpr int shards = 3, rows = 40, cols = 5;
  Params with, without;
  for (Params* params : {&with, &without}) params->add("table", normal({rows, cols}, 1, 1));
  Adam some(with, {}), all(without, {});
  Rng rng(7);
  for (int step = 0; step < 6; ++step) {
    std::vector<Mat> gradients(shards, Mat(rows, cols));
    std::vector<SomeRows> which(shards);
    for (std::size_t shard = 0; shard < shards; ++shard) {
      which[shard].begin(rows);
      for (int i = 0; i < 4; ++i) {
        const int row = rng.below(rows);
        which[shard].add(row);
        for (Real& cell : gradients[shard].row(row)) cell += static_cast<Real>(rng.normal());
      }
    }
    if (step == 3) {
      which[1].set_all();
      for (Real& cell : gradients[1].cells()) cell += static_cast<Real>(rng.normal());
    }
    const auto gradient = [&](int shard, int) -> const Mat& {
      return gradients[static_cast<std::size_t>(shard)];
    };
    const double length = some.step(with, shards, gradient, 0.1, [&](int shard, int) {
      return &which[static_cast<std::size_t>(shard)];
    });
    EXPECT_EQ(length, all.step(without, shards, gradient, 0.1));
    EXPECT_EQ(with.value(0), without.value(0)) << "step " << step;
  }
}

}  // namespace
}  // namespace glassformer
