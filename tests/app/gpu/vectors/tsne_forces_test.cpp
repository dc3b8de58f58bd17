#include "app/gpu/vectors/tsne_forces.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/project/tsne.h"
#include "tests/app/gpu/backend.h"
#include "tests/app/gpu/instead.h"
#include "tests/core/project/naive_tsne.h"
#include "tests/core/project/seeded_rows.h"

namespace glassformer {
namespace {

using testing::dense;
using testing::naive_divergence;
using testing::naive_gradient;
using testing::plane_of;
using testing::seeded_rows;
using Pairs = TsneSettings::Pairs;

// |a − b| / |b| over all points.
double relative_error(const Points& a, const testing::Plane& b) {
  double off = 0, size = 0;
  for (std::size_t i = 0; i < a.count(); ++i) {
    off += std::pow(static_cast<double>(a.x[i]) - b.x[i], 2) +
           std::pow(static_cast<double>(a.y[i]) - b.y[i], 2);
    size += b.x[i] * b.x[i] + b.y[i] * b.y[i];
  }
  return std::sqrt(off / size);
}

Tsne after(const Rows& rows, const TsneSettings& settings, int steps, bool on_card) {
  Tsne tsne(rows, settings);
  if (on_card) tsne.compute_with(make_tsne_forces_on_card(testing_gpu::device()));
  while (tsne.iteration() < steps) tsne.step();
  tsne.synchronise();
  return tsne;
}

// The gradient is what is left of a push and a pull: of float's 6e-8, added up over hundreds of
// points, it keeps 1e-4 when it is a hundredth of them.
TEST(TsneForcesOnCard, GradientIsTheNaiveOne) {
  for (const std::size_t count : {2U, 128U, 333U}) {
    const Rows rows = seeded_rows(count, 12, 4, 2);
    const std::vector<double> p = dense(affinities(rows, 15));
    Tsne tsne = after(rows, {.perplexity = 15, .pairs = Pairs::all}, 0, true);
    for (const int steps : {1, 60, 150}) {
      while (tsne.iteration() < steps) tsne.step();
      tsne.synchronise();
      const Points at = tsne.positions();
      Points gradient;
      tsne.gradient(at, 12, gradient);
      EXPECT_LT(relative_error(gradient, naive_gradient(p, 12, plane_of(at))), 1e-4)
          << count << " points after " << steps;
      EXPECT_NEAR(tsne.divergence(), naive_divergence(p, plane_of(at)), 1e-4);
      EXPECT_EQ(tsne.fallback(), "");
    }
  }
}

TEST(TsneForcesOnCard, ForcesAreThoseOfTheProcessor) {
  const Rows rows = seeded_rows(400, 12, 4, 2);
  const Affinities p = affinities(rows, 20);
  const Points at = after(rows, {.perplexity = 20}, 100, true).positions();
  const auto forces = make_tsne_forces_on_card(testing_gpu::device());
  forces->begin(p);
  Repulsion on_card, on_cpu;
  Points pull;
  forces->compute(at, on_card, pull);
  repel_all_pairs(at, on_cpu);
  EXPECT_LT(relative_error(on_card.push, plane_of(on_cpu.push)), 1e-4);
  EXPECT_NEAR(on_card.z / on_cpu.z, 1, 1e-4);
}

TEST(TsneForcesOnCard, ThePictureIsTheSameEveryTime) {
  const Rows rows = seeded_rows(300, 8, 3, 2);
  const Tsne one = after(rows, {}, 40, true), other = after(rows, {}, 40, true);
  EXPECT_EQ(one.positions().x, other.positions().x);
  EXPECT_EQ(one.positions().y, other.positions().y);
}

// Every pair in double.
class Exact : public TsneForces {
 public:
  void begin(const Affinities& affinities) override { p_ = dense(affinities); }
  void compute(const Points& points, Repulsion& repulsion, Points& pull) override {
    const testing::Plane at = plane_of(points);
    const std::size_t n = points.count();
    repulsion.push = pull = {Floats(n), Floats(n)};
    repulsion.z = testing::naive_z(at);
    for (std::size_t i = 0; i < n; ++i) {
      double push_x = 0, push_y = 0, pull_x = 0, pull_y = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const double q = testing::kernel(at, i, j), p = p_[i * n + j];
        push_x += q * q * (at.x[i] - at.x[j]);
        push_y += q * q * (at.y[i] - at.y[j]);
        pull_x += p * q * (at.x[i] - at.x[j]);
        pull_y += p * q * (at.y[i] - at.y[j]);
      }
      repulsion.push.x[i] = static_cast<float>(push_x);
      repulsion.push.y[i] = static_cast<float>(push_y);
      pull.x[i] = static_cast<float>(pull_x);
      pull.y[i] = static_cast<float>(pull_y);
    }
  }

 private:
  std::vector<double> p_;
};

// The same start, and forces that agree. Only the first steps: while points lie close together,
// what float rounds grows tenfold every few of them, on the processor as well.
TEST(TsneForcesOnCard, ThePictureIsThatOfExactForces) {
  const Rows rows = seeded_rows(300, 8, 3, 2);
  const TsneSettings settings{.start_from_pca = true};
  Tsne exact(rows, settings);
  exact.compute_with(std::make_shared<Exact>());
  for (const int steps : {1, 3, 6}) {
    while (exact.iteration() < steps) exact.step();
    const Tsne on_card = after(rows, settings, steps, true);
    EXPECT_LT(relative_error(on_card.positions(), plane_of(exact.positions())), 1e-4) << steps;
  }
}

// Fails from a call on.
class Failing : public TsneForces {
 public:
  explicit Failing(int good_calls) : left_(good_calls) {}
  void begin(const Affinities&) override { count_down(); }
  void compute(const Points& points, Repulsion& repulsion, Points& pull) override {
    count_down();
    repel_all_pairs(points, repulsion);
    pull = {Floats(points.count()), Floats(points.count())};
  }

 private:
  void count_down() {
    if (left_-- <= 0) throw DeviceError("It is gone.");
  }
  int left_;
};

TEST(TsneForces, WhatFailsIsTakenOverInTheSameStep) {
  const Rows rows = seeded_rows(60, 5, 3, 2);
  const Tsne on_cpu = after(rows, {.perplexity = 5}, 20, false);
  for (const int good_calls : {0, 1}) {
    Tsne tsne(rows, {.perplexity = 5});
    tsne.compute_with(std::make_shared<Failing>(good_calls));
    EXPECT_EQ(tsne.fallback(), good_calls == 0 ? "It is gone." : "");
    while (tsne.iteration() < 20) tsne.step();
    EXPECT_EQ(tsne.fallback(), "It is gone.");
    EXPECT_EQ(tsne.positions().x, on_cpu.positions().x);
  }
}

int waits = 0;
auto* real_finish = epoxy_glFinish;

// The host has the points when it asks; until then the card's queue is only kept short.
TEST(TsneForcesOnCard, StepsDoNotWaitForEachOther) {
  Tsne tsne(seeded_rows(50, 6, 3, 2), {.perplexity = 5});
  tsne.compute_with(make_tsne_forces_on_card(testing_gpu::device()));
  tsne.step();
  real_finish = epoxy_glFinish;
  waits = 0;
  {
    const testing_gpu::Instead counting(
        epoxy_glFinish, +[] {
          ++waits;
          real_finish();
        });
    for (int i = 0; i < 16; ++i) tsne.step();
  }
  EXPECT_EQ(waits, 2);
  EXPECT_EQ(tsne.fallback(), "");
}

}  // namespace
}  // namespace glassformer
