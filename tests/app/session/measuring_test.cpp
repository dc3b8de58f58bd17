#include "app/jobs/measuring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "app/own_source.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

TEST(MeasuringJob, PublishesWhatItIsToldAndEnds) {
  ProductJob job([](const ProductJob::Tell& tell) {
    ProductSnapshot snapshot;
    for (int i = 1; i <= 3; ++i) {
      snapshot.share = i / 3.0;
      EXPECT_TRUE(tell(snapshot));
    }
    snapshot.finished = true;
    tell(snapshot);
  });
  job.wait();
  EXPECT_TRUE(job.ended());
  EXPECT_TRUE(job.latest()->finished);
  EXPECT_EQ(job.latest()->share, 1);
}

TEST(MeasuringJob, IsToldToEndAndDoes) {
  std::atomic<bool> running{false};
  ProductJob job([&](const ProductJob::Tell& tell) {
    while (tell({})) running = true;
  });
  while (!running) std::this_thread::yield();
  EXPECT_FALSE(job.ended());
  job.end();
  job.wait();
  EXPECT_FALSE(job.latest()->finished);
}

TEST(MeasuringJob, SaysWhyItFailed) {
  LayerJob job([](const LayerJob::Tell& tell) {
    LayerSnapshot snapshot;
    snapshot.share = 0.5;
    tell(snapshot);
    throw UserError("the device is gone");
  });
  job.wait();
  EXPECT_EQ(job.latest()->message, "the device is gone");
  EXPECT_EQ(job.latest()->share, 0.5);  // what was known stays
  EXPECT_FALSE(job.latest()->finished);
}

TEST(Measurements, AreKeptUntilTheyAreWantedAnew) {
  const auto job = measure_product(64, nullptr);
  EXPECT_EQ(measure_product(64, nullptr), job);
  job->wait();
  ASSERT_TRUE(job->latest()->finished) << job->latest()->message;
  EXPECT_EQ(job->latest()->size, 64);
  const auto kept = [&](int but_for_size) {
    const auto all = measured_products(but_for_size, nullptr);
    return std::find(all.begin(), all.end(), job->latest()) != all.end();
  };
  EXPECT_FALSE(kept(64));
  EXPECT_TRUE(kept(65));
  const auto other = measure_product(64, nullptr, true);
  EXPECT_NE(other, job);
  end_measurements();
  other->wait();
  EXPECT_NE(measure_product(64, nullptr), other) << "one that did not finish is not kept";
  end_measurements();
}

TEST(Measurements, OneRunsAtATime) {
  const auto product = measure_product(96, nullptr);
  LayerPlan plan;
  plan.most_n = plan.most_d = 32;
  const auto layers = measure_layers(plan, false);
  product->wait();  // it was told to end, or had finished
  layers->wait();
  ASSERT_TRUE(layers->latest()->finished) << layers->latest()->message;
  EXPECT_EQ(layers->latest()->cores, 1);
  EXPECT_EQ(measure_layers(plan, false), layers);
  EXPECT_NE(measure_layers(plan, true), layers);
  end_measurements();
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
