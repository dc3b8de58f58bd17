#include "app/jobs/job.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <new>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

using State = JobSnapshot::State;

struct Counted : JobSnapshot {
  int units = 0;
  std::int64_t position() const { return units; }
  std::size_t bytes() const { return 4; }
};
using Counter = Job<Counted>;

// Counts its units, and publishes each.
Counter::Body counting(int units) {
  return [units](Counter& job) {
    Counted now;
    const auto snapshot = [&] { return now; };
    while (now.units < units && job.next(snapshot)) {
      ++now.units;
      now.progress = static_cast<double>(now.units) / units;
      job.publish(now);
    }
    return now;
  };
}

TEST(Job, WaitsToBeStartedAndRunsToItsEnd) {
  Counter job(counting(5));
  job.wait();
  EXPECT_EQ(job.latest()->state, State::paused);
  EXPECT_EQ(job.latest()->units, 0);
  EXPECT_FALSE(job.ended());
  job.start();
  job.wait();
  EXPECT_TRUE(job.ended());
  EXPECT_EQ(job.latest()->state, State::finished);
  EXPECT_EQ(job.latest()->units, 5);
  EXPECT_EQ(job.latest()->progress, 1);
  EXPECT_EQ(job.timeline().size(), 6U);
}

TEST(Job, MakesSingleStepsAndNoneIsLost) {
  Counter job(counting(1000));
  for (int i = 0; i < 100; ++i) job.single_step();
  job.wait();
  EXPECT_EQ(job.latest()->units, 100);
  EXPECT_EQ(job.latest()->state, State::paused);
  for (int i = 1; i <= 100; ++i) {
    job.single_step();
    job.wait();
    ASSERT_EQ(job.latest()->units, 100 + i);
  }
}

TEST(Job, PausesAndGoesOnAgainAndAgain) {
  Counter job(counting(1'000'000'000));
  int before = 0;
  for (int i = 0; i < 50; ++i) {
    job.start();
    job.wait_for_unit(before + 1);
    job.pause();
    job.wait();
    const auto now = job.latest();
    EXPECT_EQ(now->state, State::paused);
    EXPECT_GT(now->units, before);
    before = now->units;
  }
}

TEST(Job, RunsOnToTheUnitThatIsWaitedForAndNoFurther) {
  Counter job(counting(100));
  job.wait_for_unit(0);
  EXPECT_EQ(job.latest()->units, 0);
  job.wait_for_unit(30);
  EXPECT_EQ(job.latest()->units, 30);
  job.wait_for_unit(10);  // long done
  EXPECT_EQ(job.latest()->units, 30);
  job.wait_for_unit(1000);  // there are not as many
  EXPECT_EQ(job.latest()->units, 100);
}

TEST(Job, WhoWaitsHasWhatNextPublishesNotWhatIsPublishedOnTheWay) {
  Counter job([](Counter& self) {
    Counted now;
    while (now.units < 1000 && self.next([&] { return now; })) {
      ++now.units;
      Counted half = now;
      half.error = "half";
      self.publish(half);
    }
    return now;
  });
  for (int unit = 1; unit < 500; ++unit) {
    job.wait_for_unit(unit);
    ASSERT_EQ(job.latest()->error, "") << unit;
    ASSERT_EQ(job.latest()->units, unit);
  }
}

TEST(Job, SaysThatItRunsBeforeItsFirstUnitIsDone) {
  std::promise<void> begun, go;
  Counter job([&](Counter& self) {
    Counted now;
    while (now.units < 1 && self.next([&] { return now; })) {
      begun.set_value();
      go.get_future().wait();
      ++now.units;
    }
    return now;
  });
  job.wait();
  job.start();
  begun.get_future().wait();
  EXPECT_EQ(job.latest()->state, State::running);
  EXPECT_EQ(job.latest()->units, 0);
  go.set_value();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::finished);
}

TEST(Job, IsCancelledWithinAUnitWhetherItRunsOrRests) {
  for (const bool runs : {false, true}) {
    Counter job(counting(1'000'000'000));
    if (runs) {
      job.start();
      job.wait_for_unit(1);
    } else {
      job.wait();
    }
    job.cancel();
    job.wait();
    EXPECT_TRUE(job.ended());
    EXPECT_EQ(job.latest()->state, State::cancelled);
    EXPECT_EQ(job.latest()->error, "");
    EXPECT_GE(job.latest()->units, runs ? 1 : 0);  // what it made stays
  }
}

TEST(Job, StopsAForwardPassWhenItIsCancelled) {
  std::promise<void> begun;
  Counter job([&](Counter& self) -> Counted {
    const Watch watch(self.progress());
    begun.set_value();
    while (true) made_cells(1);
  });
  begun.get_future().wait();
  job.cancel();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::cancelled);
}

TEST(Job, TurnsWhatItsBodyThrowsIntoASentence) {
  Counter job([](Counter& self) -> Counted {
    Counted now;
    now.units = 3;
    self.publish(now);
    throw UserError("the device is gone");
  });
  job.wait();
  EXPECT_EQ(job.latest()->state, State::failed);
  EXPECT_EQ(job.latest()->error, "the device is gone");
  EXPECT_EQ(job.latest()->units, 3);  // what was known stays

  Counter full([](Counter&) -> Counted { throw std::bad_alloc(); });
  full.wait();
  EXPECT_EQ(full.latest()->error, "there is not enough memory for this; try something smaller");
  Counter odd([](Counter&) -> Counted { throw 3; });
  odd.wait();
  EXPECT_EQ(odd.latest()->state, State::failed);
  EXPECT_NE(odd.latest()->error, "");
}

TEST(Job, EndsWhenItGoes) {
  for (int i = 0; i < 50; ++i) {
    Counter running(counting(1'000'000'000)), untouched(counting(5)), over(counting(1));
    running.start();
    over.start();
  }
}

TEST(Job, LetsGoOfWhatItsBodyHoldsWhenItEnds) {
  const auto held = std::make_shared<int>(1);
  Counter job([held](Counter&) { return Counted{}; });
  job.wait();
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Job, AnAbandonedOneDropsItsSnapshots) {
  Counter job(counting(1'000'000'000));
  job.wait_for_unit(10);
  job.abandon();
  job.wait();
  EXPECT_EQ(job.latest()->units, 0);
  EXPECT_TRUE(job.timeline().empty());
}

TEST(Job, WhatIsPublishedNeverChanges) {
  Counter job(counting(10));
  job.wait();
  const auto before = job.latest();
  job.start();
  job.wait();
  EXPECT_EQ(before->units, 0);
  EXPECT_EQ(before->state, State::paused);
}

TEST(Job, ManyThreadsMaySteerIt) {
  Counter job(counting(1'000'000'000));
  std::vector<std::jthread> hands;
  for (int t = 0; t < 4; ++t) {
    hands.emplace_back([&job, t] {
      for (int i = 0; i < 200; ++i) {
        if ((i + t) % 2 == 0) {
          job.start();
        } else {
          job.pause();
        }
        EXPECT_GE(job.latest()->units, 0);
        EXPECT_LE(job.timeline().size(), Timeline<Counted>::kMaxSize);
      }
    });
  }
  hands.clear();
  job.pause();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::paused);
}

TEST(Timeline, IsThinnedEvenlyToItsBound) {
  Timeline<Counted> timeline;
  for (int i = 0; i < 1000; ++i) {
    auto made = std::make_shared<Counted>();
    made->units = i;
    timeline.add(std::move(made), false);
    EXPECT_LE(timeline.all().size(), Timeline<Counted>::kMaxSize);
    EXPECT_EQ(timeline.all().front()->units, 0);
  }
  EXPECT_GT(timeline.all().size(), Timeline<Counted>::kMaxSize / 3);
  auto last = std::make_shared<Counted>();
  last->units = 1001;
  timeline.add(last, true);
  EXPECT_EQ(timeline.all().back(), last);
  for (std::size_t i = 1; i < timeline.all().size(); ++i) {
    EXPECT_LT(timeline.all()[i - 1]->units, timeline.all()[i]->units);
  }
}

TEST(Timeline, IsBoundInBytesToo) {
  struct Large : JobSnapshot {
    int at = 0;
    std::int64_t position() const { return at; }
    std::size_t bytes() const { return std::size_t{20} << 20U; }
  };
  Timeline<Large> timeline;
  for (int i = 0; i < 20; ++i) {
    auto made = std::make_shared<Large>();
    made->at = i;
    timeline.add(std::move(made), true);
    EXPECT_LE(timeline.all().size() * timeline.all().front()->bytes(), std::size_t{100} << 20U);
  }
  EXPECT_EQ(timeline.all().front()->at, 0);
  EXPECT_EQ(timeline.all().back()->at, 19);
}

// What one training alone may keep, two of them share, and so on.
TEST(Timeline, AllTogetherTakeNoMoreThanOneAlone) {
  struct Large : JobSnapshot {
    int at = 0;
    std::int64_t position() const { return at; }
    std::size_t bytes() const { return std::size_t{1} << 20U; }
  };
  constexpr std::size_t all = Timeline<Large>::kMaxBytes >> 20U;
  const std::size_t shared_before = timelines_that_share;
  std::vector<Timeline<Large>> timelines;
  for (std::size_t count : {1U, 2U, 4U}) {
    timelines.resize(count);
    timelines_that_share = count;
    std::size_t sum = 0;
    for (Timeline<Large>& timeline : timelines) {
      timeline.thin();
      for (int i = 0; i < 200; ++i) {
        auto made = std::make_shared<Large>();
        made->at = i;
        timeline.add(std::move(made), true);
      }
      sum += timeline.all().size();
      EXPECT_LE(timeline.all().size(), all / count);
      EXPECT_EQ(timeline.all().back()->at, 199);
    }
    EXPECT_GE(sum, all / 3) << "and they keep what they may";
    EXPECT_LE(sum, all);
  }
  timelines_that_share = shared_before;
}

TEST(Timeline, TheNewestOfAPositionTakesItsPlace) {
  Timeline<Counted> timeline;
  for (const State state : {State::running, State::paused}) {
    auto made = std::make_shared<Counted>();
    made->state = state;
    timeline.add(std::move(made), false);
  }
  ASSERT_EQ(timeline.all().size(), 1U);
  EXPECT_EQ(timeline.all()[0]->state, State::paused);
}

}  // namespace
}  // namespace glassformer
