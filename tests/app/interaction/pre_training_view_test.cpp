#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/jobs/jobs.h"
#include "app/jobs/pretraining_job.h"
#include "app/kept/kept_model.h"
#include "core/scenes/language/pretraining_slot.h"
#include "core/scenes/records/pre_training.h"
#include "core/train/pretraining_recording.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// A language model that is pre-trained in the window: recorded, and of one's own.
namespace glassformer {
namespace {

using testing::Driver;

std::string tale(const testing::TemporaryFolder& folder) {
  const std::filesystem::path file = folder.path() / "tale.txt";
  std::ofstream out(file);
  for (int i = 0; i < 300; ++i) out << "Once a fox saw a crow. The crow had a piece of cheese.\n";
  return file.string();
}

const PreTrainingRecord& record_of(Driver& d) {
  return d.session().run()->records.get<PreTrainingRecord>();
}

TEST(PreTrainingView, WalksThroughTheMomentsOfTheRecording) {
  Driver d("pre-training");
  d.rest();
  EXPECT_TRUE(d.shows_part("recorded, after step 0"));
  EXPECT_FALSE(d.session().jobs().pretraining()) << "nothing learns before it is asked for";
  d.click(d.where("Newest"));
  d.rest();
  EXPECT_EQ(record_of(d).moment + 1, record_of(d).steps.size());
  d.go_to_step("What it writes");
  d.rest();
  d.click(d.where("after 30"));
  d.rest();
  EXPECT_EQ(record_of(d).steps[record_of(d).moment], 30);
}

TEST(PreTrainingView, ADroppedTextIsLearnedAndItsMomentsAreWalkedThrough) {
  const testing::TemporaryFolder folder;
  Driver d("pre-training");
  d.rest();
  d.drop(tale(folder));
  d.rest();
  const auto job = d.session().jobs().pretraining();
  ASSERT_TRUE(job);
  job->wait();
  ASSERT_EQ(job->latest()->error, "");
  EXPECT_EQ(job->latest()->step, 0) << "it waits for Train";
  for (int i = 0; i < 6; ++i) {
    d.click(d.where("Step"));
    job->wait();
    d.rest();
  }
  EXPECT_EQ(record_of(d).text, "tale.txt");
  EXPECT_FALSE(record_of(d).recorded);
  EXPECT_EQ(d.session().inputs().text[0], job->latest()->course->prompt) << "a beginning it knows";
  EXPECT_EQ(record_of(d).steps, (std::vector<std::int64_t>{0, 5, 6}));
  EXPECT_EQ(record_of(d).moment + 1, record_of(d).steps.size()) << "the newest is followed";
  EXPECT_TRUE(d.shows("tale.txt"));
  EXPECT_TRUE(d.shows_part("after step 6"));

  d.click(d.where("The recording"));
  d.rest();
  EXPECT_TRUE(record_of(d).recorded);
  d.click(d.where("Back to your training"));
  d.rest();
  EXPECT_EQ(record_of(d).text, "tale.txt");
}

TEST(PreTrainingView, AnotherNetworkStartsOver) {
  const testing::TemporaryFolder folder;
  Driver d("pre-training");
  d.rest();
  d.drop(tale(folder));
  d.rest();
  d.session().jobs().pretraining()->wait();
  d.click(d.where("Characters"));
  d.rest();
  const auto job = d.session().jobs().pretraining();
  job->wait();
  d.rest();
  EXPECT_EQ(job->latest()->step, 0) << "it waits for Train";
  EXPECT_FALSE(record_of(d).words);
  d.click(d.where("Step"));
  job->wait();
  d.rest();
  EXPECT_EQ(record_of(d).steps.back(), 1);
  d.click(d.where("Llama"));
  d.rest();
  EXPECT_TRUE(d.session().jobs().pretraining_plan()->llama);
}

// What another takes the place of waits, and comes back with its settings and its words.
TEST(PreTrainingView, OneThatLearnedWaitsForAnother) {
  const testing::TemporaryFolder folder;
  Driver d("pre-training");
  d.rest();
  d.drop(tale(folder));
  d.rest();
  const auto first = d.session().jobs().pretraining();
  d.click(d.where("Step"));
  first->wait();
  d.rest();
  const std::string words = d.session().inputs().text[0];
  d.click(d.where("Characters"));
  d.rest();
  ASSERT_NE(d.session().jobs().pretraining(), first);
  d.press(Key::z, true);
  d.rest();
  EXPECT_EQ(d.session().jobs().pretraining(), first);
  EXPECT_TRUE(record_of(d).words) << "its settings are back";
  EXPECT_EQ(d.session().inputs().text[0], words);
  d.click(d.where("Step"));
  first->wait();
  d.rest();
  EXPECT_EQ(first->latest()->step, 2) << "it goes on where it waited";

  d.click(d.where("Characters"));
  d.rest();
  d.click(d.where("Back to GPT on tale.txt, step 2"));
  d.rest();
  EXPECT_EQ(d.session().jobs().pretraining(), first);
  EXPECT_EQ(record_of(d).steps.back(), 2);
}

TEST(PreTrainingView, OutlastsTheWindow) {
  const testing::TemporaryFolder folder, kept;
  Driver d("pre-training");
  d.rest();
  d.drop(tale(folder));
  d.rest();
  keep_pretraining(d.session().jobs(), kept.path());
  EXPECT_TRUE(kept_pretraining(kept.path()).file.empty()) << "nothing was learned";
  d.click(d.where("Step"));
  d.session().jobs().pretraining()->wait();
  d.rest();
  keep_pretraining(d.session().jobs(), kept.path());
  const KeptPretraining found = kept_pretraining(kept.path());
  EXPECT_TRUE(found.is_news);
  EXPECT_EQ(read_pretraining(found.file)->text, "tale.txt");
  EXPECT_EQ(read_pretraining(found.file)->moments.back().step, 1);
  EXPECT_FALSE(kept_pretraining(kept.path()).is_news) << "told once";
  EXPECT_FALSE(kept_pretraining(kept.path()).file.empty());
}

TEST(PreTrainingView, GoesOnElsewhereWithASign) {
  const testing::TemporaryFolder folder;
  Driver d("pre-training");
  d.rest();
  d.drop(tale(folder));
  d.rest();
  d.session().jobs().pretraining()->start();
  d.session().jobs().pretraining()->wait_for_unit(1);
  d.app().open(find_lesson("masked-scores"));
  d.rest();
  EXPECT_TRUE(d.shows_part("pre-training  "));
  d.session().jobs().pretraining()->pause();
  d.session().jobs().pretraining()->wait();
}

TEST(PreTrainingView, ATextThatCannotBeReadLeavesTheRecording) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "short.txt";
  std::ofstream(file) << "too short";
  Driver d("pre-training");
  d.rest();
  d.drop(file.string());
  d.rest();
  if (d.session().jobs().pretraining()) d.session().jobs().pretraining()->wait();
  d.rest();
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("short.txt"), std::string::npos) << d.session().message;
  EXPECT_TRUE(record_of(d).recorded);
}

}  // namespace
}  // namespace glassformer
