#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer {
namespace {

using testing::Driver;

// The model in sight is the one of the newest snapshot, until the user goes back in time.
TEST(TrainingView, StepsAndShowsWhatItHasLearnt) {
  Driver driver("training");
  driver.frame();
  driver.rest();
  ASSERT_TRUE(driver.session().training);
  TrainingJob& job = *driver.session().training;
  ASSERT_EQ(job.latest()->message, "");
  EXPECT_TRUE(driver.shows_part("step 0"));
  const auto untrained = driver.session().inputs().translator;
  ASSERT_TRUE(untrained);
  EXPECT_EQ(untrained, job.timeline().front()->model);

  driver.click(driver.where("Step"));
  job.wait();
  driver.rest();
  EXPECT_TRUE(driver.shows_part("step 1"));
  ASSERT_EQ(job.latest()->losses.size(), 1U);
  EXPECT_GT(job.latest()->losses[0], 1);
  EXPECT_NE(driver.session().inputs().translator, untrained);
  EXPECT_FALSE(driver.session().can_undo()) << "learning is no change of the user's";
}

}  // namespace
}  // namespace glassformer
