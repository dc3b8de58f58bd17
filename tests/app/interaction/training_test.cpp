#include <gtest/gtest.h>

#include <algorithm>

#include "app/jobs/jobs.h"
#include "app/jobs/training.h"
#include "core/formats/file.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::Driver;
using testing::TemporaryFolder;

// The model in sight is the one of the newest snapshot, until the user goes back in time.
TEST(TrainingView, StepsAndShowsWhatItHasLearnt) {
  Driver driver("training");
  driver.frame();
  driver.rest();
  ASSERT_TRUE(driver.session().jobs().training());
  TrainingJob& job = *driver.session().jobs().training();
  ASSERT_EQ(job.latest()->error, "");
  EXPECT_TRUE(driver.shows_part("recorded, after step 0"));
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::model)) << "nobody has trained here";

  driver.click(driver.where("Step"));
  job.wait();
  driver.rest();
  EXPECT_TRUE(driver.shows_part("after step 1, the newest"));
  ASSERT_EQ(job.latest()->losses.size(), 1U);
  EXPECT_GT(job.latest()->losses[0], 1);
  EXPECT_EQ(driver.session().inputs().resources.get(slots::model), job.timeline().back()->model);
  EXPECT_FALSE(driver.session().can_undo()) << "learning is no change of the user's";
}

// Sentences that are all alike but for two words.
std::string pairs_text(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "the " + std::to_string(i) + " is here\tvoici " + std::to_string(i) + "\n";
  }
  return text;
}

TEST(TrainingView, LearnsGermanInstead) {
  Driver driver("training");
  driver.rest();
  driver.click(driver.where("EN → DE"));
  driver.rest();
  ASSERT_TRUE(driver.session().inputs().resources.get(slots::model));
  EXPECT_EQ(trained_on(*driver.session().inputs().resources.get(slots::model)), "en-de");
  const auto& pieces = driver.session().inputs().resources.get(slots::model)->target().pieces();
  EXPECT_NE(std::find(pieces.begin(), pieces.end(), "der"), pieces.end());
  driver.click(driver.where("Start over"));
  driver.rest();
  EXPECT_EQ(trained_on(*driver.session().inputs().resources.get(slots::model)), "en-de");
}

// Whoever comes back to it does not see the recording of another pair.
TEST(TrainingView, AnotherPairIsStillThereAfterAnotherLesson) {
  Driver driver("training");
  driver.rest();
  driver.click(driver.where("EN → DE"));
  driver.rest();
  driver.app().open(find_lesson("heads"));
  driver.rest();
  driver.app().open(find_lesson("training"));
  driver.rest();
  EXPECT_FALSE(driver.shows_part("recorded, after step"));
  EXPECT_TRUE(driver.shows_part("after step 0"));
}

// The steps speak of a training that has gone far: what one's own has not come to is said, and the
// recording is one press away, as one's own is from there.
TEST(TrainingView, TheRecordingCanBeLookedAtBesideATrainingOfOnesOwn) {
  Driver driver("training");
  driver.session().step = 1;
  driver.session().enter_step();
  driver.rest();
  const std::string english = driver.session().inputs().text[0];
  driver.click(driver.where("FR → EN"));
  driver.rest();
  EXPECT_TRUE(driver.shows_part("Press Train to see the loss of every step"));
  EXPECT_FALSE(driver.says("128 pairs"));
  const std::string french = driver.session().inputs().text[0];
  EXPECT_NE(french, english);

  driver.click(driver.where("The recording"));
  driver.rest();
  EXPECT_TRUE(driver.shows_part("recorded, after step"));
  EXPECT_FALSE(driver.shows_part("Press Train to see"));
  EXPECT_EQ(driver.session().inputs().text[0], english);
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::model));

  driver.click(driver.where("Back to your training"));
  driver.rest();
  EXPECT_FALSE(driver.shows_part("recorded, after step"));
  EXPECT_EQ(driver.session().inputs().text[0], french);
  EXPECT_EQ(trained_on(*driver.session().inputs().resources.get(slots::model)), "fr-en");

  driver.click(driver.where("The recording"));
  driver.rest();
  driver.click(driver.where("Step"));
  driver.session().jobs().training()->wait();
  driver.rest();
  EXPECT_TRUE(driver.shows_part("after step 1, the newest")) << "its next step leads back to it";
  EXPECT_EQ(driver.session().inputs().text[0], french);
}

TEST(TrainingView, LearnsTheOtherWayWithASentenceOfThatLanguage) {
  Driver driver("training");
  driver.rest();
  const std::string english = driver.session().inputs().text[0];
  driver.click(driver.where("FR → EN"));
  driver.rest();
  ASSERT_TRUE(driver.session().inputs().resources.get(slots::model));
  EXPECT_EQ(trained_on(*driver.session().inputs().resources.get(slots::model)), "fr-en");
  const Tokenizer& french = driver.session().inputs().resources.get(slots::model)->source();
  const auto& pieces = french.pieces();
  EXPECT_NE(std::find(pieces.begin(), pieces.end(), "le"), pieces.end());
  EXPECT_NE(driver.session().inputs().text[0], english);
  for (const int piece : french.encode(driver.session().inputs().text[0])) {
    EXPECT_NE(piece, LearnedTokenizer::unknown_id) << driver.session().inputs().text[0];
  }
  // The lesson's own sentence is none that this model reads.
  driver.press(Key::r, true);
  driver.rest();
  EXPECT_NE(driver.session().inputs().text[0], english);
  driver.click(driver.where("EN → FR"));
  driver.rest();
  EXPECT_EQ(driver.session().inputs().text[0], english);
}

TEST(TrainingView, LearnsFromAFileThatIsDropped) {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.tsv").string();
  write_file(file, pairs_text(60) + "only one side\n");
  Driver driver("training");
  driver.rest();
  const std::string before = driver.session().inputs().text[0];
  driver.drop(file);
  driver.rest();
  ASSERT_TRUE(driver.session().inputs().resources.get(slots::model));
  EXPECT_EQ(trained_on(*driver.session().inputs().resources.get(slots::model)), file);
  const std::string notes = notes_of(*driver.session().inputs().resources.get(slots::model));
  EXPECT_TRUE(notes.starts_with("60 pairs of sentences, ")) << notes;
  EXPECT_NE(notes.find("; "), std::string::npos) << "a line is no pair: " << notes;
  EXPECT_TRUE(driver.shows_part("sentences,"));
  EXPECT_TRUE(driver.session().inputs().text[0].ends_with(" is here"))
      << driver.session().inputs().text[0];
  driver.click(driver.where("Step"));
  driver.session().jobs().training()->wait();
  driver.rest();
  EXPECT_EQ(driver.session().jobs().training()->latest()->losses.size(), 1U);
  driver.click(driver.where("EN → FR"));
  driver.rest();
  EXPECT_EQ(trained_on(*driver.session().inputs().resources.get(slots::model)), "en-fr");
  EXPECT_EQ(driver.session().inputs().text[0], before);
}

TEST(TrainingView, AFileThatIsNoGoodIsTheSentenceOfTheCommandLine) {
  const TemporaryFolder folder;
  Driver driver("training");
  driver.rest();
  write_file(folder / "few.tsv", pairs_text(5));
  driver.drop((folder / "few.tsv").string());
  driver.rest();
  EXPECT_NE(driver.session().jobs().training()->latest()->state, TrainingSnapshot::State::failed)
      << "it takes no training's place";
  EXPECT_TRUE(driver.says("few.tsv"));
  EXPECT_TRUE(driver.says("5 pairs"));
  driver.click(driver.where("EN → FR"));
  driver.rest();
  EXPECT_EQ(driver.session().jobs().training()->latest()->error, "");
}

TEST(TrainingView, PairsThatAreDroppedElsewhereOpenIt) {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.tsv").string();
  write_file(file, pairs_text(40));
  Driver driver("self-attention-by-hand");
  driver.drop(file);
  driver.rest();
  EXPECT_EQ(driver.session().lesson().id, "training");
  EXPECT_EQ(trained_on(*driver.session().inputs().resources.get(slots::model)), file);
  // What was trained is offered elsewhere, but does not go along by itself.
  driver.click(driver.where("Step"));
  driver.session().jobs().training()->wait();
  driver.rest();
  driver.app().open(find_lesson("walkthrough"));
  driver.rest();
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::model));
  driver.click(driver.where("en-fr"));
  driver.rest();
  driver.click(driver.where("trained here"));
  driver.rest();
  EXPECT_EQ(trained_on(*driver.session().inputs().resources.get(slots::model)), file);
}

}  // namespace
}  // namespace glassformer
