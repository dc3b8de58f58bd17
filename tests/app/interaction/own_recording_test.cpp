#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/jobs/jobs.h"
#include "app/jobs/recordings.h"
#include "core/formats/recording_file.h"
#include "core/lesson/lesson.h"
#include "core/train/race_recording.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// A recorded training of the user's own, in the lesson that shows one.
namespace glassformer::testing {
namespace {

// Everything in it is called otherwise than in the one that ships, so it is this one that plays.
TEST(OwnRecording, PlaysInItsLesson) {
  const TemporaryFolder folder;
  std::vector<RaceMoment> moments = read_race(recording_file("bottleneck"), "none");
  for (RaceMoment& moment : moments) moment.names = {"Anna", "Berta", "Clara", "Dora"};
  moments.resize(3);
  write_race(folder / "mine.safetensors", "glassformer record bottleneck", moments);
  Driver d("masked-scores");
  d.drop((folder / "mine.safetensors").string());
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "bottleneck") << d.session().message;
  EXPECT_EQ(d.session().jobs().recordings().race(RaceKind::bottleneck).size(), 3U);
  EXPECT_EQ(d.app().recent().all().at(0).kind, RecentFiles::Kind::recording);
  EXPECT_TRUE(d.shows("Anna")) << "at the step that shows the race";
  for (const char* name : {"training", "word-training"}) {
    d.drop(recording_file(name).string());
    d.rest();
    EXPECT_EQ(d.session().lesson().id, name);
    EXPECT_TRUE(d.says("it plays here")) << d.session().message;
    EXPECT_TRUE(d.says("recorded, after")) << name;
  }
}

// Its numbers are those of the opened recording, and what holds of the shipped one alone is unsaid.
TEST(OwnRecording, OfHowMuchDataPlaysWithItsOwnNumbers) {
  const TemporaryFolder folder;
  const std::string made_by = "glassformer record how-much-data";
  std::vector<RaceMoment> moments = read_race(recording_file("how-much-data"), "none");
  for (RaceMoment& moment : moments) {
    for (RaceStanding& standing : moment.standings) standing.exact_match = 0.25;
  }
  write_race(folder / "mine.safetensors", made_by, moments);
  Driver d("how-much-data");
  EXPECT_EQ(d.value("exact", 0, 0) == 0.25, false);
  d.drop((folder / "mine.safetensors").string());
  d.rest();
  EXPECT_FALSE(d.session().message_is_error) << d.session().message;
  EXPECT_EQ(d.session().lesson().id, "how-much-data");
  for (int r = 0; r < 2; ++r) {
    for (int c = 0; c < 5; ++c) EXPECT_EQ(d.value("exact", r, c), 0.25);
  }
  d.session().step = 1;
  d.session().enter_step();
  d.rest();
  EXPECT_TRUE(d.says("Your recording stands at"));
  EXPECT_FALSE(d.says("more than a hundred times"));
  d.session().step = 3;
  d.session().enter_step();
  d.rest();
  EXPECT_FALSE(d.says("the curves cross."));
  // Another lesson and back: it still plays.
  d.app().open(find_lesson("masked-scores"));
  d.rest();
  d.app().open(find_lesson("how-much-data"));
  d.rest();
  EXPECT_EQ(d.value("exact", 0, 0), 0.25);

  for (RaceMoment& moment : moments) {
    for (int& pairs : moment.pairs) pairs = pairs == 300 ? 500 : pairs;
  }
  write_race(folder / "other.safetensors", made_by, moments);
  d.drop((folder / "other.safetensors").string());
  d.rest();
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_TRUE(d.says("learned from 500, 1000")) << d.session().message;
  EXPECT_EQ(d.value("exact", 0, 0), 0.25);
}

// Numbers of the shipped recording are typed in some texts: they stand beside that one alone.
TEST(OwnRecording, DoesNotStandUnderTheNumbersOfTheShippedOne) {
  Driver d("bottleneck");
  const auto end_of_recording = [&] {  // the last step but one; sentences follow
    d.press(Key::end);
    d.press(Key::left);
    d.rest();
  };
  end_of_recording();
  EXPECT_TRUE(d.says("from 16 numbers to 64"));
  d.drop(recording_file("bottleneck").string());
  d.rest();
  end_of_recording();
  EXPECT_EQ(d.session().lesson().id, "bottleneck");
  EXPECT_FALSE(d.says("from 16 numbers to 64"));
  EXPECT_TRUE(d.says("More training usually moves the drop"));
  d.drop(recording_file("training").string());
  d.rest();
  d.press(Key::home);
  d.rest();
  EXPECT_TRUE(d.says("The steps show your recording."));
  d.press(Key::end);
  d.rest();
  EXPECT_FALSE(d.says("This is step 200 again."));
}

// What is counted in the recording is not said of networks that learn here.
TEST(OwnRecording, ARaceThatIsBegunHereIsNone) {
  for (const char* const lesson : {"bottleneck", "hard-and-soft"}) {
    const bool digits = std::string_view(lesson) == "bottleneck";
    const char* const counted = digits ? "from 16 numbers to 64" : "about one number of forty";
    Driver d(lesson);
    d.session().step = digits ? 6 : 9;
    d.session().enter_step();
    d.rest();
    if (!digits) d.press(Key::space);  // it stands in the answer
    d.rest();
    EXPECT_TRUE(d.says(counted));
    d.click(d.where("Step"));
    d.session().jobs().race(digits ? RaceKind::bottleneck : RaceKind::hard)->wait();
    d.rest();
    EXPECT_FALSE(d.says(counted)) << lesson;
  }
}

// The model of a recording is not kept: of another sentence it has no translation.
TEST(OwnRecording, TellsWhichSentenceItTranslated) {
  Driver d("training");
  d.rest();
  EXPECT_TRUE(d.shows_part("rows: what it writes"));
  d.session().post(SetText{0, "the dog sleeps ."});
  d.rest();
  EXPECT_TRUE(d.shows_part("rows: what it wrote for “A quiet girl will buy the green box .”"));
  EXPECT_FALSE(d.shows_part("rows: what it writes"));
}

}  // namespace
}  // namespace glassformer::testing
