#include <gtest/gtest.h>

#include <cmath>

#include "core/scenes/scene.h"

namespace glassformer {
namespace {

RunPtr run_of(const char* model, std::map<std::string, Option> options = {}) {
  Inputs inputs;
  inputs.scene = model;
  inputs.options = std::move(options);
  return run(inputs);
}

double cell(const RunPtr& run, const char* path, int row = 0) {
  const Var var = run->tape.find(path);
  EXPECT_TRUE(var) << path;
  return var ? run->tape.value(var)(row, 0) : NAN;
}

TEST(MatrixProductSpeed, CountsTheLargeProduct) {
  const RunPtr run = run_of("matrix-product-speed");
  EXPECT_EQ(cell(run, "work.pairs"), 134'217'728);
  EXPECT_EQ(cell(run, "work.operations"), 268'435'456);
  EXPECT_EQ(cell(run, "work.bytes"), 3'145'728);
  EXPECT_NEAR(cell(run, "work.intensity"), 512 / 6.0, 1e-4);
  EXPECT_NEAR(cell(run_of("matrix-product-speed", {{"size", 64.0}}), "work.intensity"), 64 / 6.0,
              1e-5);
}

TEST(MatrixProductSpeed, CountsWhatTheCodeAsksFor) {
  const RunPtr run = run_of("matrix-product-speed", {{"size", 64.0}});
  EXPECT_EQ(cell(run, "naive.asked"), 2'097'152);    // 8 bytes for each of 64³ pairs
  EXPECT_EQ(cell(run, "blocked.asked"), 1'310'720);  // 5
  EXPECT_NEAR(cell(run, "naive.intensity"), 0.25, 1e-6);
  EXPECT_NEAR(cell(run, "blocked.intensity"), 0.4, 1e-6);
  EXPECT_GT(cell(run, "vectorised.intensity"), 1.5);
  EXPECT_EQ(cell(run, "all_cores.intensity"), cell(run, "vectorised.intensity"));
}

TEST(MatrixProductSpeed, TheSmallProductIsAProduct) {
  const RunPtr run = run_of("matrix-product-speed");
  const Mat &a = run->tape.value(run->tape.find("small.a")),
            &b = run->tape.value(run->tape.find("small.b")),
            &c = run->tape.value(run->tape.find("small.c"));
  double sum = 0;
  for (int p = 0; p < 4; ++p) sum += static_cast<double>(a(1, p)) * b(p, 2);
  EXPECT_NEAR(c(1, 2), sum, 1e-6);
  const RunPtr other = run_of("matrix-product-speed", {{"seed", 8.0}});
  EXPECT_NE(other->tape.value(other->tape.find("small.a")), a);
}

TEST(LayerSpeed, HoldsTheTableOfThePaper) {
  const RunPtr run = run_of("layer-speed", {{"n", 81.0}, {"d", 64.0}, {"k", 3.0}, {"r", 9.0}});
  EXPECT_EQ(cell(run, "operations", 0), 419'904);  // 81² · 64
  EXPECT_EQ(cell(run, "operations", 1), 331'776);  // 81 · 64²
  EXPECT_EQ(cell(run, "operations", 2), 995'328);
  EXPECT_EQ(cell(run, "operations", 3), 46'656);
  EXPECT_EQ(cell(run, "sequential", 0), 1);
  EXPECT_EQ(cell(run, "sequential", 1), 81);
  EXPECT_EQ(cell(run, "path", 1), 81);
  EXPECT_EQ(cell(run, "path", 2), 4);   // 3⁴ = 81
  EXPECT_EQ(cell(run, "path", 3), 19);  // 8 words back, then 4 in each layer
  EXPECT_NEAR(cell(run, "ratio"), 81.0 / 64, 1e-6);
}

TEST(LayerSpeed, AKernelOfOneWordBringsNothingTogether) {
  const RunPtr run = run_of("layer-speed", {{"k", 1.0}});
  EXPECT_TRUE(std::isinf(cell(run, "path", 2)));
}

}  // namespace
}  // namespace glassformer
