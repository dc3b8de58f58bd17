#include "core/project/tsne.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/project/pca.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/core/kernels/threads.h"
#include "tests/core/project/naive_tsne.h"
#include "tests/core/project/seeded_rows.h"

namespace glassformer {
namespace {

using testing::dense;
using testing::naive_divergence;
using testing::naive_gradient;
using testing::Plane;
using testing::plane_of;
using testing::seeded_rows;
using Pairs = TsneSettings::Pairs;

// |a − b| / |b| over all points.
double relative_error(const Points& a, const Plane& b) {
  double off = 0, size = 0;
  for (std::size_t i = 0; i < a.count(); ++i) {
    off += std::pow(static_cast<double>(a.x[i]) - b.x[i], 2) +
           std::pow(static_cast<double>(a.y[i]) - b.y[i], 2);
    size += b.x[i] * b.x[i] + b.y[i] * b.y[i];
  }
  return std::sqrt(off / size);
}

Tsne after(const Rows& rows, TsneSettings settings, int steps) {
  Tsne tsne(rows, settings);
  while (tsne.iteration() < steps) tsne.step();
  return tsne;
}

TEST(Tsne, NaiveGradientIsThatOfFiniteDifferences) {
  const Rows rows = seeded_rows(30, 8, 3, 2);
  const std::vector<double> p = dense(affinities(rows, 5));
  Plane at = plane_of(after(rows, {.perplexity = 5}, 40).positions());
  const Plane gradient = naive_gradient(p, 1, at);
  constexpr double h = 1e-5;
  for (std::size_t i = 0; i < 30; ++i) {
    const auto difference = [&](double& cell) {
      const double before = cell;
      cell = before + h;
      const double above = naive_divergence(p, at);
      cell = before - h;
      const double below = naive_divergence(p, at);
      cell = before;
      return (above - below) / (2 * h);
    };
    // p is rounded to float and sums to 1 only within 1e-7.
    EXPECT_NEAR(difference(at.x[i]), gradient.x[i], 1e-6);
    EXPECT_NEAR(difference(at.y[i]), gradient.y[i], 1e-6);
  }
}

TEST(Tsne, GradientOverAllPairsIsTheNaiveOne) {
  const Rows rows = seeded_rows(333, 12, 4, 2);
  const TsneSettings settings{.perplexity = 15, .pairs = Pairs::all};
  const std::vector<double> p = dense(affinities(rows, 15));
  for (const int steps : {1, 60, 300}) {
    Tsne tsne = after(rows, settings, steps);
    const Points at = tsne.positions();
    for (const double exaggeration : {1.0, 12.0}) {
      Points gradient;
      tsne.gradient(at, exaggeration, gradient);
      EXPECT_LT(relative_error(gradient, naive_gradient(p, exaggeration, plane_of(at))), 2e-3)
          << steps;
    }
    EXPECT_NEAR(tsne.divergence(), naive_divergence(p, plane_of(at)), 1e-4);
  }
}

// A step as van der Maaten and Hinton 2008 write it, in double: momentum 0.5 for the first 250
// iterations, then 0.8 (their §3.4), with the gains of Jacobs 1988.
class NaiveDescent {
 public:
  NaiveDescent(const Points& at, double rate) : at(plane_of(at)), rate_(rate) {
    const std::size_t n = at.count();
    speed_ = {std::vector<double>(n), std::vector<double>(n)};
    gains_ = {std::vector<double>(n, 1), std::vector<double>(n, 1)};
  }
  void step(const std::vector<double>& p, int iteration) {
    const Plane gradient = naive_gradient(p, iteration < 250 ? 12 : 1, at);
    const double momentum = iteration < 250 ? 0.5 : 0.8;
    descend(gradient.x, momentum, at.x, speed_.x, gains_.x);
    descend(gradient.y, momentum, at.y, speed_.y, gains_.y);
  }
  Plane at;

 private:
  void descend(const std::vector<double>& gradient, double momentum, std::vector<double>& where,
               std::vector<double>& speed, std::vector<double>& gains) const {
    double mean = 0;
    for (std::size_t i = 0; i < where.size(); ++i) {
      const bool same = gradient[i] * speed[i] > 0;
      gains[i] = std::max(same ? 0.8 * gains[i] : gains[i] + 0.2, 0.01);
      speed[i] = momentum * speed[i] - rate_ * gains[i] * gradient[i];
      where[i] += speed[i];
      mean += where[i] / static_cast<double>(where.size());
    }
    for (double& place : where) place -= mean;
  }
  double rate_;
  Plane speed_, gains_;
};

// Each step from where the last one led, so that roundings do not grow.
TEST(Tsne, GoesStepByStepAsThePaperDoes) {
  const Rows rows = seeded_rows(30, 6, 3, 2);
  const std::vector<double> p = dense(affinities(rows, 5));
  const TsneSettings settings{.perplexity = 5, .learning_rate = 2, .pairs = Pairs::all};
  Tsne tsne(rows, settings);
  NaiveDescent naive(tsne.positions(), 2);
  for (int i = 0; i < 256; ++i) {
    Points moved = tsne.positions();
    Plane should = naive.at = plane_of(moved);
    tsne.step();
    naive.step(p, i);
    for (std::size_t k = 0; k < moved.count(); ++k) {
      moved.x[k] = tsne.positions().x[k] - moved.x[k];
      moved.y[k] = tsne.positions().y[k] - moved.y[k];
      should.x[k] = naive.at.x[k] - should.x[k];
      should.y[k] = naive.at.y[k] - should.y[k];
    }
    if (i > 0) {
      EXPECT_LT(relative_error(moved, should), 0.2) << i;
    }
  }
}

double deviation(const Floats& places) {
  double squares = 0;
  for (const float place : places)
    squares += static_cast<double>(place) * static_cast<double>(place);
  return std::sqrt(squares / static_cast<double>(places.size()));
}

// van der Maaten and Hinton 2008, §2: first positions with a variance of 10⁻⁴ squared, here from
// normal numbers or from two principal components (Kobak and Berens 2019), where a hundredth of the
// noise stays.
TEST(Tsne, BeginsWithPointsThatLieClose) {
  const Rows rows = seeded_rows(400, 6, 3, 2);
  const Points drawn = Tsne(rows, {.perplexity = 5}).positions();
  EXPECT_NEAR(deviation(drawn.x), 1e-4, 2e-5);
  EXPECT_NEAR(deviation(drawn.y), 1e-4, 2e-5);
  const Points led = Tsne(rows, {.perplexity = 5, .start_from_pca = true}).positions();
  const Pca pca = principal_components(rows, 2);
  const Mat plane = projected(rows, pca.mean, pca.axes);
  const double per = 1e-4 / std::sqrt(pca.variances.front());
  Floats noise_x, noise_y;
  for (int i = 0; i < plane.rows(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    noise_x.push_back(static_cast<float>(led.x[at] - per * static_cast<double>(plane(i, 0))));
    noise_y.push_back(static_cast<float>(led.y[at] - per * static_cast<double>(plane(i, 1))));
  }
  EXPECT_NEAR(deviation(led.x), 1e-4, 1e-6);
  EXPECT_NEAR(deviation(noise_x), 1e-6, 2e-7);
  EXPECT_NEAR(deviation(noise_y), 1e-6, 2e-7);
}

// Belkina et al. 2019: n / exaggeration, but at least 200, or 2 n of few points. The first step is
// the rate times the gain of 1.2 times the gradient.
TEST(Tsne, ChoosesItsRateByTheNumberOfPoints) {
  for (const auto& [n, exaggeration, rate] :
       {std::tuple(50, 12.0, 100.0), std::tuple(300, 12.0, 200.0), std::tuple(900, 2.0, 450.0)}) {
    const Rows rows = seeded_rows(static_cast<std::size_t>(n), 6, 3, 2);
    Tsne tsne(rows, {.perplexity = 5, .exaggeration = exaggeration, .pairs = Pairs::all});
    const Points before = tsne.positions();
    Points gradient;
    tsne.gradient(before, exaggeration, gradient);
    tsne.step();
    double moved = 0, slope = 0;
    for (std::size_t i = 0; i < before.count(); ++i) {
      // Both without what the whole map was moved by.
      const auto j = (i + 1) % before.count();
      moved +=
          std::abs((tsne.positions().x[i] - tsne.positions().x[j]) - (before.x[i] - before.x[j]));
      slope += std::abs(gradient.x[i] - gradient.x[j]);
    }
    EXPECT_NEAR(moved / slope, 1.2 * rate, 0.02 * rate) << n;
  }
}

TEST(Tsne, TakesItsLimits) {
  const Rows rows = seeded_rows(20, 3, 3, 2);
  EXPECT_NO_THROW(Tsne(rows, {.perplexity = 1000, .learning_rate = 1e6, .exaggeration = 1000}));
  EXPECT_THROW(Tsne(rows, {.perplexity = 1000.1}), UserError);
  EXPECT_THROW(Tsne(rows, {.learning_rate = 1.001e6}), UserError);
  EXPECT_THROW(Tsne(rows, {.exaggeration = 0.9}), UserError);
}

TEST(Tsne, RepulsionOverAllPairsIsTheNaiveOne) {
  const Rows rows = seeded_rows(210, 5, 3, 2);
  const Points at = after(rows, {.perplexity = 10}, 200).positions();
  Repulsion repulsion;
  repel_all_pairs(at, repulsion);
  const Plane plane = plane_of(at);
  Plane naive{std::vector<double>(210), std::vector<double>(210)};
  for (std::size_t i = 0; i < 210; ++i) {
    for (std::size_t j = 0; j < 210; ++j) {
      const double q = testing::kernel(plane, i, j);
      naive.x[i] += q * q * (plane.x[i] - plane.x[j]);
      naive.y[i] += q * q * (plane.y[i] - plane.y[j]);
    }
  }
  EXPECT_LT(relative_error(repulsion.push, naive), 2e-4);
  EXPECT_NEAR(repulsion.z / testing::naive_z(plane), 1, 1e-4);
}

TEST(Tsne, GroupedGradientIsWithinTwoPercent) {
  const Rows rows = seeded_rows(2500, 10, 12, 2);
  Tsne all = after(rows, {.pairs = Pairs::all}, 0);
  Tsne grouped = after(rows, {.pairs = Pairs::grouped}, 0);
  for (const int steps : {1, 20, 120, 300}) {
    while (grouped.iteration() < steps) grouped.step();
    const Points at = grouped.positions();
    for (const double exaggeration : {1.0, 12.0}) {
      Points exact, near;
      all.gradient(at, exaggeration, exact);
      grouped.gradient(at, exaggeration, near);
      EXPECT_LT(relative_error(near, plane_of(exact)), 0.02) << steps << " " << exaggeration;
    }
  }
}

// So many points that crowds of groups find together what pushes them. With a smaller theta fewer
// squares push as one.
TEST(Tsne, RepulsionByGroupsComesNearerWithASmallerTheta) {
  Rng rng(3);
  Points at{Floats(20'000), Floats(20'000)};
  for (std::size_t i = 0; i < at.count(); ++i) {
    at.x[i] = static_cast<float>(4.0 * static_cast<double>(i % 13) + rng.normal());
    at.y[i] = static_cast<float>(7.0 * static_cast<double>(i % 5) + rng.normal());
  }
  Repulsion exact, grouped;
  repel_all_pairs(at, exact);
  const Plane plane = plane_of(exact.push);
  for (const auto& [theta, most] : {std::pair(0.1F, 5e-4), {0.25F, 2e-3}, {0.5F, 1e-2}}) {
    BarnesHut(theta).repel(at, grouped);
    EXPECT_LT(relative_error(grouped.push, plane), most) << theta;
    EXPECT_NEAR(grouped.z / exact.z, 1, 0.1 * most + 1e-4) << theta;
  }
}

TEST(Tsne, SameSeedGivesTheSamePictureForAnyNumberOfThreads) {
  const Rows rows = seeded_rows(1500, 10, 6, 2);
  const auto with = [&](int threads, std::uint64_t seed) {
    Points result;
    with_threads(threads, [&] { result = after(rows, {.seed = seed}, 40).positions(); });
    return result;
  };
  const Points one = with(1, 5), three = with(3, 5);
  EXPECT_EQ(one.x, three.x);
  EXPECT_EQ(one.y, three.y);
  EXPECT_NE(one.x, with(1, 6).x);
}

TEST(Tsne, NeighboursInThePictureAreOfTheSameCluster) {
  for (const bool from_pca : {false, true}) {
    const Rows rows = seeded_rows(300, 20, 6, 3);
    Tsne tsne = after(rows, {.perplexity = 15, .start_from_pca = from_pca}, 500);
    const Points& at = tsne.positions();
    int same = 0;
    for (std::size_t i = 0; i < 300; ++i) {
      std::size_t nearest = i == 0 ? 1 : 0;
      const auto distance = [&](std::size_t j) {
        return std::hypot(at.x[i] - at.x[j], at.y[i] - at.y[j]);
      };
      for (std::size_t j = 0; j < 300; ++j) {
        if (j != i && distance(j) < distance(nearest)) nearest = j;
      }
      same += static_cast<int>(nearest % 6 == i % 6);
    }
    EXPECT_GE(same, 295);
    EXPECT_LT(tsne.divergence(), 1.2);
  }
}

TEST(Tsne, TakesTwoPointsAndEqualPoints) {
  Tsne two = after(seeded_rows(2, 3), {}, 50);
  EXPECT_TRUE(std::isfinite(two.divergence()));
  Tsne equal = after(RowsBuilder(1200, 3).finish(), {}, 30);
  for (const float x : equal.positions().x) EXPECT_TRUE(std::isfinite(x));
}

TEST(Tsne, RefusesWhatHasNoPicture) {
  const Rows rows = seeded_rows(10, 3);
  EXPECT_THROW(Tsne(seeded_rows(1, 3), {}), UserError);
  EXPECT_THROW(Tsne(rows, {.perplexity = 0}), UserError);
  EXPECT_THROW(Tsne(rows, {.perplexity = std::nan("")}), UserError);
  EXPECT_THROW(Tsne(rows, {.learning_rate = -1}), UserError);
  EXPECT_THROW(Tsne(rows, {.exaggeration = 0}), UserError);
  RowsBuilder broken(4, 2);
  broken[2][1] = NAN;
  EXPECT_THROW(Tsne(broken.finish(), {}), UserError);
}

TEST(Tsne, RefusesSquaresBeyondAFloat) {
  RowsBuilder rows(4, 2);
  for (std::size_t r = 0; r < 4; ++r) rows[r][0] = static_cast<float>(r);
  rows[2][1] = 3e19F;
  const Rows all = rows.finish();
  EXPECT_THROW(Tsne(all, TsneSettings{}), UserError);
}

// Two rows on opposite sides are four times as far apart, squared, as either is long.
TEST(Tsne, OppositeRowsMustNotBeBeyondAFloat) {
  const auto rows = [](double square) {
    RowsBuilder made(3, 1);
    made[0][0] = static_cast<float>(std::sqrt(square));
    made[1][0] = -made[0][0];
    return made.finish();
  };
  const double most = static_cast<double>(std::numeric_limits<float>::max());
  EXPECT_NO_THROW(Tsne(rows(0.24 * most), {.perplexity = 1}));
  EXPECT_THROW(Tsne(rows(0.26 * most), {.perplexity = 1}), UserError);
}

TEST(Tsne, IsNotReadyWhereItWasToldToEnd) {
  EXPECT_FALSE(Tsne(seeded_rows(500, 3), {}, [](double) { return false; }).ready());
}

}  // namespace
}  // namespace glassformer
