#include <gtest/gtest.h>

#include "core/embed/train/vector_training_job.h"
#include "tests/app/interaction/driver.h"

// Word vectors that learn in the window: steps, another beginning, other settings.
namespace glassformer {
namespace {

using testing::Driver;

const VectorTrainingSnapshot& now(Driver& d) {
  d.session().vector_training->wait();
  d.rest();
  static VectorTrainingSnapshotPtr kept;
  kept = d.session().vector_training->latest();
  return *kept;
}

// The slider's last place. A pause publishes the vectors of the round before it once more.
WordVectorsPtr newest(Driver& d) {
  return d.session().vector_training->timeline().back()->vectors;
}

TEST(WordTrainingView, StepsAndStartsOver) {
  Driver d("word-training");
  d.rest();
  EXPECT_EQ(now(d).words_done, 0U);
  d.click(d.where("Step"));
  EXPECT_GT(now(d).words_done, 0U);
  EXPECT_EQ(d.session().inputs().vectors[0], newest(d));
  d.click(d.where("Start over"));
  EXPECT_EQ(now(d).words_done, 0U);
  EXPECT_EQ(d.session().inputs().vectors[0], newest(d));
}

TEST(WordTrainingView, AnotherSettingStartsOver) {
  Driver d("word-training");
  d.rest();
  d.click(d.where("Step"));
  EXPECT_GT(now(d).words_done, 0U);
  d.click(d.where("CBOW"));
  EXPECT_EQ(now(d).words_done, 0U);
  EXPECT_NE(now(d).description.find("CBOW"), std::string::npos) << now(d).description;
  d.click(d.where("50"));  // dimensions
  d.press(Key::backspace);
  d.press(Key::backspace);
  d.type("20");
  d.press(Key::enter);
  EXPECT_EQ(now(d).vectors->dim(), 20);
}

// Without waiting for anything: what was asked for comes on screen by itself.
TEST(WordTrainingView, AStepThatTakesAMomentArrives) {
  Driver d("word-training");
  d.rest();
  d.moving = true;
  d.click(d.where("Step"));
  int frames = 0;
  while (d.app().wants_frame() && ++frames < 100'000) d.frame();
  EXPECT_LT(frames, 100'000);
  ASSERT_EQ(d.session().vector_training->latest()->losses.size(), 1U);
  EXPECT_EQ(d.session().inputs().vectors[0], newest(d));
}

}  // namespace
}  // namespace glassformer
