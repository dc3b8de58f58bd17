#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/jobs/jobs.h"
#include "app/jobs/race.h"
#include "app/jobs/timeline.h"
#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"
#include "app/kept/kept_model.h"
#include "app/shell/kept_things.h"
#include "core/embed/files/read_vectors.h"
#include "core/models/checkpoint.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::Driver;
using testing::TemporaryFolder;

std::string trained_now(Driver& driver) {
  const CheckpointPtr model = driver.session().inputs().resources.get(slots::model);
  return model ? trained_on(*model) : "nothing";
}

void train_a_step(Driver& driver) {
  driver.click(driver.where("Step"));
  driver.session().jobs().training()->wait();
  driver.rest();
}

TEST(SetAside, AnotherPairOfLanguagesLetsTheTrainingWait) {
  Driver driver("training");
  driver.rest();
  train_a_step(driver);
  const auto first = driver.session().jobs().training();
  driver.click(driver.where("EN → DE"));
  driver.rest();
  ASSERT_EQ(trained_now(driver), "en-de");
  driver.press(Key::z, true);
  driver.rest();
  EXPECT_EQ(driver.session().jobs().training(), first);
  EXPECT_EQ(trained_now(driver), "en-fr");
  train_a_step(driver);
  EXPECT_EQ(first->latest()->step, 2) << "it goes on where it waited";
}

TEST(SetAside, StartOverIsUndoneWithItsSentence) {
  Driver driver("training");
  driver.rest();
  const std::string sentence = driver.session().inputs().text[0];
  train_a_step(driver);
  const auto first = driver.session().jobs().training();
  driver.click(driver.where("FR → EN"));
  driver.rest();
  ASSERT_NE(driver.session().inputs().text[0], sentence);
  driver.press(Key::z, true);
  driver.rest();
  EXPECT_EQ(driver.session().jobs().training(), first);
  EXPECT_EQ(driver.session().inputs().text[0], sentence);
  driver.click(driver.where("Start over"));
  driver.rest();
  EXPECT_NE(driver.session().jobs().training(), first);
  driver.click(driver.where("Back to EN → FR, step 1"));
  driver.rest();
  EXPECT_EQ(driver.session().jobs().training(), first);
}

TEST(SetAside, AMistypedPathTakesThePlaceOfNothing) {
  Driver driver("training");
  driver.rest();
  train_a_step(driver);
  const auto first = driver.session().jobs().training();
  driver.click(driver.where("Your own pairs: drop or name a file"));
  driver.type("/no/such/file.tsv");
  driver.press(Key::enter);
  driver.rest();
  EXPECT_EQ(driver.session().jobs().training(), first);
  EXPECT_TRUE(driver.session().message.starts_with("There is no file /no/such/file.tsv"))
      << driver.session().message;
  EXPECT_TRUE(driver.shows("/no/such/file.tsv")) << "what was typed stays, to be put right";
}

TEST(SetAside, AnotherLessonKeepsWhatWaits) {
  Driver driver("training");
  driver.rest();
  train_a_step(driver);
  driver.click(driver.where("EN → DE"));
  driver.rest();
  driver.app().open(find_lesson("walkthrough"));
  driver.rest();
  driver.click(driver.where("en-fr"));
  driver.rest();
  driver.click(driver.where("EN → FR, step 1"));
  driver.rest();
  EXPECT_EQ(trained_now(driver), "en-fr");
}

TEST(SetAside, WordVectorsWaitToo) {
  Driver driver("word-training");
  driver.rest();
  driver.click(driver.where("Step"));
  driver.session().jobs().vector_training()->wait();
  driver.rest();
  const auto first = driver.session().jobs().vector_training();
  ASSERT_GT(first->latest()->words_done, 0U);
  driver.click(driver.where("Start over"));
  driver.rest();
  ASSERT_NE(driver.session().jobs().vector_training(), first);
  driver.press(Key::z, true);
  driver.rest();
  EXPECT_EQ(driver.session().jobs().vector_training(), first);
}

// Those that wait too: after fifteen trainings a window held 0.9 GB of their moments once.
TEST(SetAside, TrainingsShareTheMemoryForTheirMoments) {
  Driver driver("training");
  driver.rest();
  train_a_step(driver);
  EXPECT_EQ(timelines_that_share, 1U);
  driver.click(driver.where("EN → DE"));
  driver.rest();
  EXPECT_EQ(timelines_that_share, 2U) << "one runs and one waits";
  driver.app().open(find_lesson("word-training"));
  driver.rest();
  driver.click(driver.where("Step"));
  driver.session().jobs().vector_training()->wait();
  driver.rest();
  EXPECT_EQ(timelines_that_share, 3U);
}

TEST(SetAside, TheModelIsSavedAndKeptForTheNextStart) {
  const TemporaryFolder folder;
  Driver driver("training");
  driver.rest();
  EXPECT_FALSE(kept_model(folder.path()).model);
  keep_trained_model(driver.session().jobs(), folder.path());
  EXPECT_FALSE(kept_model(folder.path()).model) << "nothing has learned";
  train_a_step(driver);
  driver.press(Key::s, true);
  driver.rest();
  driver.click(driver.where("model"));
  driver.press(Key::a, true);
  driver.type((folder / "mine.safetensors").string());
  driver.press(Key::enter);
  driver.rest();
  EXPECT_EQ(trained_on(load_checkpoint(folder / "mine.safetensors")), "en-fr");

  keep_trained_model(driver.session().jobs(), folder.path());
  const KeptModel kept = kept_model(folder.path());
  ASSERT_TRUE(kept.model);
  EXPECT_EQ(kept.name, "EN → FR, kept");
  EXPECT_TRUE(kept.is_news);
  EXPECT_FALSE(kept_model(folder.path()).is_news) << "it was told of";
}

TEST(SetAside, TheNextWindowOffersTheModelThatWasKept) {
  const TemporaryFolder folder;
  {
    Driver before("training");
    before.rest();
    train_a_step(before);
    keep_trained_model(before.session().jobs(), folder.path());
  }
  Driver next("heads");
  take_kept_model(next.app(), folder.path());
  next.rest();
  EXPECT_TRUE(next.says("is kept: lessons that show a model list it as"));
  next.click(next.where("en-fr"));
  next.rest();
  EXPECT_TRUE(next.shows("EN → FR, kept"));
  Driver third("heads");
  take_kept_model(third.app(), folder.path());
  third.rest();
  EXPECT_FALSE(third.says("is kept: lessons that show a model list it as")) << "told once";
  third.click(third.where("en-fr"));
  third.rest();
  EXPECT_TRUE(third.shows("EN → FR, kept"));
}

// A sign in the top bar as long as it runs, which leads there.
TEST(SetAside, ATrainingThatGoesOnElsewhereHasASign) {
  Driver driver("training");
  driver.rest();
  driver.session().jobs().training()->start();
  driver.session().jobs().training()->wait_for_unit(1);
  driver.app().open(find_lesson("masked-scores"));
  driver.rest();
  ASSERT_TRUE(driver.shows_part("EN → FR  "));
  driver.session().jobs().training()->pause();
  driver.session().jobs().training()->wait();
  driver.rest();
  EXPECT_FALSE(driver.shows_part("EN → FR  "));
}

TEST(SetAside, ARaceThatLearnedWaitsForAnother) {
  Driver driver("bottleneck");
  driver.rest();
  for (int i = 0; i < 12 && !driver.session().jobs().race(RaceKind::bottleneck); ++i) {
    driver.press(Key::right);
    driver.rest();
  }
  driver.click(driver.where("Step"));
  const auto first = driver.session().jobs().race(RaceKind::bottleneck);
  ASSERT_TRUE(first);
  first->wait();
  driver.rest();
  ASSERT_GT(first->latest()->rounds, 0);
  driver.click(driver.where("Start over"));
  driver.rest();
  ASSERT_NE(driver.session().jobs().race(RaceKind::bottleneck), first);
  EXPECT_TRUE(driver.says("Back to 4 networks"));
  driver.press(Key::z, true);
  driver.rest();
  EXPECT_EQ(driver.session().jobs().race(RaceKind::bottleneck), first);
}

TEST(SetAside, WordVectorsOutlastTheWindow) {
  const TemporaryFolder folder;
  EXPECT_TRUE(kept_vectors(folder.path()).file.empty());
  Driver driver("word-training");
  driver.rest();
  keep_trained_vectors(driver.session().jobs(), folder.path());
  EXPECT_FALSE(kept_vectors(folder.path()).is_news) << "nothing was learned";
  driver.click(driver.where("Step"));
  driver.session().jobs().vector_training()->wait();
  driver.rest();
  keep_trained_vectors(driver.session().jobs(), folder.path());
  const KeptVectors kept = kept_vectors(folder.path());
  EXPECT_TRUE(kept.is_news);
  EXPECT_GT(read_vectors(kept.file)->words.size(), 100U);
  EXPECT_FALSE(kept_vectors(folder.path()).is_news) << "told once";
  EXPECT_FALSE(kept_vectors(folder.path()).file.empty());
}

}  // namespace
}  // namespace glassformer
