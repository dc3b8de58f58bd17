// The measurements with a clock that a test moves: what is measured is known beforehand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "core/speed/layer_measuring.h"
#include "core/speed/product_measuring.h"
#include "core/speed/products.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

std::string_view no_code(std::string_view) {
  return "code";
}

// Every look at the clock is a millisecond later.
Clock ticking() {
  return [ticks = std::make_shared<int>(0)] { return 1e-3 * ++*ticks; };
}

Roofs some_roofs() {
  return {{1e15, 1e14}, {2e15, 1.5e14}, {}, 2};
}

ProductPlan plan_of(int size) {
  ProductPlan plan;
  plan.size = size;
  plan.roofs = some_roofs();
  plan.roof_work = {10, 64, 1, 1};
  plan.runs = 4;
  return plan;
}

std::vector<ProductSnapshot> all_of(const ProductPlan& plan, std::vector<ProductWay> ways,
                                    const Clock& now) {
  std::vector<ProductSnapshot> heard;
  measure_products(plan, std::move(ways), now, [&](const ProductSnapshot& snapshot) {
    heard.push_back(snapshot);
    return true;
  });
  return heard;
}

TEST(TimingOf, SortsAndTakesTheMiddle) {
  const Timing odd = timing_of({3, 1, 8});
  EXPECT_EQ(odd.runs, 3);
  EXPECT_EQ(odd.fastest, 1);
  EXPECT_EQ(odd.median, 3);
  EXPECT_EQ(odd.slowest, 8);
  EXPECT_EQ(timing_of({4, 1, 2, 8}).median, 3);
  EXPECT_EQ(timing_of({}).runs, 0);
}

TEST(Roofs, CountOperationsOverSeconds) {
  RoofMeasuring measuring(ticking(), {}, {1000, 4096, 1, 1});
  measuring.again();
  const Roofs& roofs = measuring.roofs();
  EXPECT_GE(roofs.cores, 1);
  // Every run takes a tick.
  EXPECT_NEAR(roofs.core.flops, operations_of(1000) / 1e-3, 1);
  EXPECT_NEAR(roofs.all.flops, roofs.cores * operations_of(1000) / 1e-3, roofs.cores);
  EXPECT_NEAR(roofs.core.bytes, 2 * 4096 / 1e-3, 1);
  EXPECT_NEAR(roofs.all.bytes, roofs.core.bytes, 1);
  EXPECT_NEAR(measuring.spent(), 4e-3, 1e-9);
}

TEST(Roofs, TheBestRunCounts) {
  // The first four runs take a second each, the next four half of it.
  const auto looks = std::make_shared<int>(0);
  const auto time = std::make_shared<double>(0);
  const Clock slow_then_fast = [=] {
    if (++*looks % 2 == 0) *time += *looks <= 8 ? 1 : 0.5;
    return *time;
  };
  RoofMeasuring measuring(slow_then_fast, {{1, 1e9}, {1, 1}, {}, 1}, {10, 64, 1, 1});
  measuring.again();
  EXPECT_NEAR(measuring.roofs().core.flops, operations_of(10), 1e-6);
  EXPECT_EQ(measuring.roofs().core.bytes, 1e9);  // known before
  measuring.again();
  EXPECT_NEAR(measuring.roofs().core.flops, 2 * operations_of(10), 1e-6);
  EXPECT_EQ(measuring.roofs().all.bytes, 1e9);  // all cores can do what one does
}

TEST(Roofs, OperationsStayNumbers) {
  EXPECT_TRUE(std::isfinite(multiply_and_add(100'000)));
  EXPECT_EQ(operations_of(10), 10 * operations_of(1));
}

TEST(ProductMeasuring, CountsOfASmallProduct) {
  EXPECT_EQ(product_operations(512), 268'435'456);
  EXPECT_EQ(min_bytes(512), 3'145'728);
}

TEST(ProductMeasuring, EveryWayIsMeasuredAndAgrees) {
  const auto heard = all_of(plan_of(48), processor_ways(no_code), ticking());
  const ProductSnapshot& last = heard.back();
  EXPECT_TRUE(last.finished);
  EXPECT_EQ(last.share, 1);
  EXPECT_EQ(last.roofs.all.flops, 2e15);  // no run was faster
  ASSERT_EQ(last.ways.size(), 4U);
  for (const ProductTimes& way : last.ways) {
    EXPECT_EQ(way.code, "code");
    EXPECT_EQ(way.rows, 48) << way.name;
    EXPECT_EQ(way.timing.runs, 4) << way.name;
    EXPECT_NEAR(way.timing.fastest, 1e-3, 1e-9) << way.name;
    EXPECT_NEAR(way.flops, 2.0 * 48 * 48 * 48 / 1e-3, 1) << way.name;
    EXPECT_LE(way.difference, 2e-5) << way.name;
  }
  EXPECT_GT(last.largest, 5);  // sums of 48 products
}

// A way that takes `per_row` seconds for every row of c.
ProductWay slow_way(const std::shared_ptr<double>& time, double per_row) {
  ProductWay way;
  way.name = "slow";
  way.product = [=](const Mat& a, const Mat& b, Mat& c) {
    product_naive(a, b, c);
    *time += per_row * c.rows();
  };
  return way;
}

// While the roof was measured something else held a core: a loop took ten times as long.
TEST(ProductMeasuring, NoWayStandsAboveItsRoof) {
  for (const bool in_peace_later : {false, true}) {
    const auto time = std::make_shared<double>(0);
    const auto step = std::make_shared<double>(10);
    const Clock now = [=] { return *time += *step; };
    ProductWay way;
    way.on = ProductWay::On::all_cores;
    way.product = [=](const Mat& a, const Mat& b, Mat& c) {
      product_naive(a, b, c);
      *step = 1e-5;
      if (!in_peace_later) *time -= 5e-6;
    };
    ProductPlan plan = plan_of(8);
    plan.roofs = {};
    plan.roof_work.steps = in_peace_later ? 1000 : 1;
    plan.budget = in_peace_later ? 1e9 : 0;
    const auto heard = all_of(plan, {way}, now);
    const Roof& roof = heard.back().roofs.all;
    EXPECT_GE(roof.flops, heard.back().ways[0].flops);
    EXPECT_EQ(roof.reached, !in_peace_later);
  }
}

TEST(ProductMeasuring, ACardHasARoofOfItsOwn) {
  const auto time = std::make_shared<double>(0);
  ProductWay way = slow_way(time, 0.001);
  way.on = ProductWay::On::device;
  way.roof = [] { return Roof{1e6, 2e6}; };
  const auto heard = all_of(plan_of(8), {way}, [time] { return *time; });
  const Roofs& roofs = heard.back().roofs;
  EXPECT_EQ(roofs.card.flops, 1e6);
  EXPECT_EQ(roofs.card.bytes, 2e6);
  EXPECT_FALSE(roofs.card.reached);
  EXPECT_EQ(&(roofs.*roof_of(way.on)), &roofs.card);
  way.roof = [] { return Roof{1e3, 2e6}; };
  const Roofs raised = all_of(plan_of(8), {way}, [time] { return *time; }).back().roofs;
  EXPECT_NEAR(raised.card.flops, product_operations(8) / 0.008, 1e-3);
  EXPECT_TRUE(raised.card.reached);
  way.roof = []() -> Roof { throw UserError("the card was taken away"); };
  EXPECT_EQ(all_of(plan_of(8), {way}, ticking()).back().ways[0].absent, "the card was taken away");
}

TEST(ProductMeasuring, OnlyEverGoesForward) {
  const auto heard = all_of(plan_of(32), processor_ways(no_code), ticking());
  ASSERT_GT(heard.size(), 8U);
  for (std::size_t i = 1; i < heard.size(); ++i) {
    EXPECT_GE(heard[i].share, heard[i - 1].share);
    EXPECT_EQ(heard[i].finished, i + 1 == heard.size());
  }
}

TEST(ProductMeasuring, EndsWhenItIsTold) {
  for (const int after : {1, 2, 7}) {
    int heard = 0;
    measure_products(plan_of(32), processor_ways(no_code), ticking(),
                     [&](const ProductSnapshot& snapshot) {
                       EXPECT_FALSE(snapshot.finished);
                       return ++heard < after;
                     });
    EXPECT_EQ(heard, after);
  }
}

TEST(ProductMeasuring, AWayThatIsTooSlowComputesARowOrSome) {
  const auto time = std::make_shared<double>(0);
  const Clock now = [time] { return *time; };
  const ProductPlan plan = plan_of(200);
  // 200 rows would take 10 s.
  const auto heard = all_of(plan, {slow_way(time, 0.05)}, now);
  const ProductTimes& way = heard.back().ways[0];
  EXPECT_EQ(way.rows, 4);
  EXPECT_NEAR(way.timing.fastest, 10, 1e-9);
  EXPECT_EQ(way.timing.runs, 2);  // 0.2 s each, and a budget of 0.3 s
  EXPECT_LE(*time, 0.7);
}

TEST(ProductMeasuring, TakesMoreRowsUntilTheTimeSaysSomething) {
  const auto time = std::make_shared<double>(0);
  const Clock now = [time] { return *time; };
  const auto heard = all_of(plan_of(300), {slow_way(time, 0.01)}, now);
  const ProductTimes& way = heard.back().ways[0];
  EXPECT_GE(way.rows, 12);
  EXPECT_LT(way.rows, 60);
  EXPECT_NEAR(way.timing.median, 3, 1e-9);
}

TEST(ProductMeasuring, CopiesToADeviceAreCountedApart) {
  const auto time = std::make_shared<double>(0);
  const Clock now = [time] { return *time; };
  ProductWay way = slow_way(time, 0.001);
  way.on = ProductWay::On::device;
  way.where = "a card";
  way.bring = [time, first = std::make_shared<bool>(true)](const Mat&, const Mat&) {
    *time += *first ? 5 : 0.004;  // what is done once does not count
    *first = false;
  };
  way.fetch = [time](Mat&) { *time += 0.002; };
  ProductWay absent;
  absent.name = "compute shader";
  absent.absent = "there is no device";
  const auto heard = all_of(plan_of(8), {slow_way(time, 0.002), way, absent}, now);
  const ProductSnapshot& last = heard.back();
  EXPECT_NEAR(last.ways[0].timing.fastest, 0.016, 1e-9);
  EXPECT_EQ(last.ways[0].copying, 0);
  EXPECT_NEAR(last.ways[1].timing.fastest, 0.008, 1e-9);
  EXPECT_NEAR(last.ways[1].copying, 0.006, 1e-9);
  EXPECT_EQ(last.ways[1].difference, 0);
  EXPECT_EQ(last.ways[1].where, "a card");
  EXPECT_EQ(last.ways[2].absent, "there is no device");
  EXPECT_EQ(last.ways[2].timing.runs, 0);
  EXPECT_TRUE(last.finished);
}

TEST(ProductMeasuring, AWrongResultShows) {
  ProductWay wrong;
  wrong.product = [](const Mat& a, const Mat& b, Mat& c) {
    product_naive(a, b, c);
    c(1, 1) += 0.5F;
  };
  std::vector<ProductWay> ways = processor_ways(no_code);
  ways.push_back(wrong);
  const auto heard = all_of(plan_of(16), std::move(ways), ticking());
  EXPECT_NEAR(heard.back().ways[4].difference, 0.5, 1e-5);
}

TEST(ProductMeasuring, AWayThatFailsSaysWhyAndTheOthersGoOn) {
  for (const int good_runs : {0, 2}) {
    ProductWay failing;
    failing.name = "failing";
    failing.product = [left = std::make_shared<int>(good_runs)](const Mat& a, const Mat& b,
                                                                Mat& c) {
      if ((*left)-- == 0) throw UserError("the card was taken away");
      product_naive(a, b, c);
    };
    std::vector<ProductWay> ways = processor_ways(no_code);
    ways.push_back(failing);
    const ProductSnapshot last = all_of(plan_of(16), std::move(ways), ticking()).back();
    EXPECT_TRUE(last.finished);
    EXPECT_EQ(last.ways[4].name, "failing");
    EXPECT_EQ(last.ways[4].absent, "the card was taken away");
    EXPECT_EQ(last.ways[4].flops, 0);
    EXPECT_EQ(last.ways[3].timing.runs, 4);
  }
}

LayerPlan small_layers() {
  LayerPlan plan;
  plan.sizes = {16, 16, 3, 4};
  plan.max_n = 128;
  plan.max_d = 64;
  return plan;
}

TEST(LayerMeasuring, EveryPointIsThere) {
  std::vector<LayerSnapshot> heard;
  measure_layers(small_layers(), ticking(), [&](const LayerSnapshot& snapshot) {
    heard.push_back(snapshot);
    return true;
  });
  const LayerSnapshot& last = heard.back();
  EXPECT_TRUE(last.finished);
  EXPECT_EQ(last.over_n.sizes, (std::vector<double>{16, 32, 64, 128}));
  EXPECT_EQ(last.over_d.sizes, (std::vector<double>{16, 32, 64}));
  for (const LayerSweep* sweep : {&last.over_n, &last.over_d}) {
    ASSERT_EQ(sweep->curves.size(), 4U);
    for (const LayerCurve& curve : sweep->curves) {
      ASSERT_EQ(curve.seconds.size(), sweep->sizes.size());
      for (const double seconds : curve.seconds) EXPECT_NEAR(seconds, 1e-3, 1e-9);
      EXPECT_NEAR(curve.slope, 0, 1e-9);  // every run takes one tick, whatever its size
      EXPECT_NEAR(curve.theory.back(), curve.seconds.back(), 1e-12);
    }
  }
  // Self-attention grows with the square of n and with d; recurrence the other way round.
  EXPECT_NEAR(last.over_n.curves[0].theory_slope, 2, 1e-9);
  EXPECT_NEAR(last.over_n.curves[1].theory_slope, 1, 1e-9);
  EXPECT_NEAR(last.over_d.curves[0].theory_slope, 1, 1e-9);
  EXPECT_NEAR(last.over_d.curves[1].theory_slope, 2, 1e-9);
  EXPECT_NEAR(last.over_n.curves[0].theory[0], 1e-3 / 64, 1e-9);  // 128 is 8 times 16
  for (std::size_t i = 1; i < heard.size(); ++i) EXPECT_GE(heard[i].share, heard[i - 1].share);
}

TEST(LayerMeasuring, EndsWhenItIsTold) {
  int heard = 0;
  measure_layers(small_layers(), ticking(), [&](const LayerSnapshot& snapshot) {
    EXPECT_FALSE(snapshot.finished);
    return ++heard < 5;
  });
  EXPECT_EQ(heard, 5);
}

TEST(LayerMeasuring, ASizeThatWouldTakeTooLongIsLeftOut) {
  LayerPlan plan = small_layers();
  plan.max_seconds = 0.0025;  // a run takes 1 ms; what grows with the square would take 4
  LayerSnapshot last;
  measure_layers(plan, ticking(), [&](const LayerSnapshot& snapshot) {
    last = snapshot;
    return true;
  });
  EXPECT_TRUE(last.finished);
  const auto measured = [](const LayerCurve& curve) {
    return std::count_if(curve.seconds.begin(), curve.seconds.end(),
                         [](double seconds) { return seconds > 0; });
  };
  EXPECT_EQ(measured(last.over_n.curves[0]), 1);
  EXPECT_EQ(measured(last.over_n.curves[1]), 4);
  EXPECT_EQ(measured(last.over_d.curves[0]), 3);
  EXPECT_EQ(measured(last.over_d.curves[1]), 1);
  EXPECT_EQ(last.over_n.curves[0].slope, 0);  // of one point there is none
  EXPECT_EQ(last.over_n.crossing, std::nullopt);
}

TEST(LayerMeasuring, SlopesInLogarithms) {
  EXPECT_NEAR(log_slope({1, 2, 4, 8}, {3, 12, 48, 192}, 4), 2, 1e-12);
  EXPECT_NEAR(log_slope({1, 2, 4, 8}, {5, 5, 10, 20}, 2), 1, 1e-12);  // the last two alone
  EXPECT_EQ(log_slope({1, 2}, {0, 3}, 4), 0);
  EXPECT_EQ(log_slope({1}, {3}, 4), 0);
}

TEST(LayerMeasuring, CurvesCrossBetweenTwoSizes) {
  const std::vector<double> sizes{16, 32, 64};
  // One falls behind by as much as it was ahead: in the middle, in logarithms.
  const auto middle = crossing(sizes, {1, 2, 8}, {4, 4, 4});
  ASSERT_TRUE(middle);
  EXPECT_NEAR(*middle, 45.2548, 1e-3);  // √(32 · 64)
  EXPECT_FALSE(crossing(sizes, {1, 2, 3}, {4, 4, 4}));
  EXPECT_FALSE(crossing(sizes, {1, 0, 0}, {4, 4, 4}));
  EXPECT_EQ(crossing(sizes, {4, 4, 4}, {4, 4, 4}), std::nullopt);
}

}  // namespace
}  // namespace glassformer
