#include "app/jobs/measuring.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "app/jobs/own_source.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

TEST(MeasuringJob, PublishesWhatItIsToldAndEnds) {
  ProductJob job(measuring_body<ProductSnapshot>([](const auto& tell) {
                   ProductSnapshot snapshot;
                   for (int i = 1; i <= 3; ++i) {
                     snapshot.share = i / 3.0;
                     EXPECT_TRUE(tell(snapshot));
                   }
                   snapshot.finished = true;
                   tell(snapshot);
                 }),
                 JobControl::Begin::running);
  job.wait();
  EXPECT_TRUE(job.latest()->finished);
  EXPECT_EQ(job.latest()->progress, 1);
  EXPECT_EQ(job.latest()->state, JobSnapshot::State::finished);
}

TEST(MeasuringJob, SaysWhyItFailed) {
  LayerJob job(measuring_body<LayerSnapshot>([](const auto& tell) {
                 LayerSnapshot snapshot;
                 snapshot.share = 0.5;
                 tell(snapshot);
                 throw UserError("the device is gone");
               }),
               JobControl::Begin::running);
  job.wait();
  EXPECT_EQ(job.latest()->error, "the device is gone");
  EXPECT_EQ(job.latest()->share, 0.5);  // what was known stays
  EXPECT_FALSE(job.latest()->finished);
}

TEST(Measurements, AreKeptUntilTheyAreWantedAnew) {
  Measurements measurements;
  const auto job = measurements.product(64, nullptr);
  EXPECT_EQ(measurements.product(64, nullptr), job);
  job->wait();
  ASSERT_TRUE(job->latest()->finished) << job->latest()->error;
  EXPECT_EQ(job->latest()->size, 64);
  EXPECT_TRUE(measurements.products(64, nullptr).empty());
  ASSERT_EQ(measurements.products(65, nullptr).size(), 1U);
  EXPECT_EQ(measurements.products(65, nullptr)[0], job->latest());
  const auto other = measurements.product(64, nullptr, true);
  EXPECT_NE(other, job);
  other->cancel();
  EXPECT_NE(measurements.product(64, nullptr), other) << "one that did not finish is not kept";
}

TEST(Measurements, OneRunsAtATime) {
  Measurements measurements;
  const auto product = measurements.product(96, nullptr);
  LayerPlan plan;
  plan.max_n = plan.max_d = 32;
  const auto layers = measurements.layers(plan, false);
  product->wait();  // it was cancelled, or had finished
  layers->wait();
  ASSERT_TRUE(layers->latest()->finished) << layers->latest()->error;
  EXPECT_EQ(layers->latest()->cores, 1);
  EXPECT_EQ(measurements.layers(plan, false), layers);
  EXPECT_NE(measurements.layers(plan, true), layers);
}

// The processor is the same for all windows of a program.
TEST(Measurements, AnotherWindowTakesWhatWasMeasuredToItsEnd) {
  LayerPlan plan;
  plan.sizes = {24, 24, 3, 4};
  plan.max_n = plan.max_d = 64;
  const auto seconds = [](Measurements& of, const LayerPlan& wanted, bool restart) {
    const auto job = of.layers(wanted, false, restart);
    job->wait();
    EXPECT_TRUE(job->latest()->finished) << job->latest()->error;
    std::vector<double> all;
    for (const LayerCurve& curve : job->latest()->over_n.curves) {
      all.insert(all.end(), curve.seconds.begin(), curve.seconds.end());
    }
    return all;
  };
  Measurements one, other;
  const std::vector<double> measured = seconds(one, plan, false);
  EXPECT_EQ(seconds(other, plan, false), measured);
  EXPECT_NE(seconds(other, plan, true), measured) << "it was wanted anew";
  LayerPlan longer = plan;
  longer.max_n = 128;
  EXPECT_EQ(seconds(one, longer, false).size(), measured.size() + 4) << "a point for each layer";
}

TEST(OwnSource, IsTheFileItself) {
  for (const char* file : {"core/speed/product_naive.cpp", "core/speed/layer_recurrent.cpp"}) {
    EXPECT_EQ(own_source(file), read_file(testing::source_dir() / file, 100'000)) << file;
  }
  EXPECT_THROW(own_source("core/speed/nothing.cpp"), std::logic_error);
  for (const LayerKind kind : layer_kinds) EXPECT_FALSE(layer_code(kind).empty());
}

}  // namespace
}  // namespace glassformer
