#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/jobs/jobs.h"
#include "app/jobs/vector_training_job.h"
#include "core/formats/file.h"
#include "core/text/number_format.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// Word vectors that learn in the window: steps, another beginning, other settings.
namespace glassformer {
namespace {

using testing::Driver;

const VectorTrainingSnapshot& now(Driver& d) {
  d.session().jobs().vector_training()->wait();
  d.rest();
  static VectorTrainingSnapshotPtr kept;
  kept = d.session().jobs().vector_training()->latest();
  return *kept;
}

// The slider's last place. A pause publishes the vectors of the round before it once more.
WordVectorsPtr newest(Driver& d) {
  return d.session().jobs().vector_training()->timeline().back()->vectors;
}

// A text file that repeats the sentences.
std::string tale(const testing::TemporaryFolder& folder, int times, std::string_view sentences) {
  const std::filesystem::path file = folder.path() / "tale.txt";
  std::ofstream out(file);
  for (int i = 0; i < times; ++i) out << sentences;
  return file.string();
}

// With every setting in sight, also those that stand behind More.
void open_settings(Driver& d) {
  d.rest();
  d.press(Key::o);
  d.rest();
}

// A low window has room for one curve: the one that is spoken of.
TEST(WordTrainingView, AStepShowsTheCurveThatItSpeaksOf) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("word-training", options);
  const auto shows_at = [&](int step, const char* curve) {
    d.session().step = step;
    d.session().enter_step();
    d.rest();
    return d.shows(curve);
  };
  EXPECT_TRUE(shows_at(1, "mean loss")) << "the loss falls";
  EXPECT_TRUE(shows_at(3, "% of the analogies"));
  EXPECT_FALSE(d.shows("mean loss"));
}

TEST(WordTrainingView, SettingsAreALineUnlessTheStepSpeaksOfThem) {
  Driver d("word-training");
  d.rest();
  EXPECT_TRUE(d.shows("skip-gram · 50 numbers · window 5 · 5 epochs"));
  for (const char* setting : {"CBOW", "epochs", "dimensions"}) EXPECT_FALSE(d.shows(setting));
  d.press(Key::end);
  d.rest();
  for (const char* setting : {"CBOW", "dimensions", "window"}) {
    EXPECT_TRUE(d.shows(setting)) << "the last step invites to change it: " << setting;
  }
  EXPECT_FALSE(d.shows("epochs"));
  d.press(Key::o);
  d.rest();
  EXPECT_TRUE(d.shows("epochs"));
  d.click(d.where("GloVe"));
  d.rest();
  EXPECT_TRUE(d.shows("GloVe · 50 numbers · window 10 · 15 epochs"));
  d.press(Key::o);
  d.rest();
  EXPECT_FALSE(d.shows("epochs"));
}

// As a step may set it, and as a saved session has it.
TEST(WordTrainingView, TheModelIsViewState) {
  Lesson lesson = find_lesson("word-training");
  lesson.steps.at(1).set.view["model"] = std::string("cbow");
  Driver d("word-map");
  d.app().open(lesson);
  d.rest();
  EXPECT_EQ(now(d).description.find("CBOW"), std::string::npos) << now(d).description;
  d.press(Key::right);  // the answer
  d.press(Key::right);
  d.rest();
  EXPECT_NE(now(d).description.find("CBOW"), std::string::npos) << now(d).description;
  d.press(Key::left);
  d.rest();
  EXPECT_EQ(now(d).description.find("CBOW"), std::string::npos) << now(d).description;
  EXPECT_TRUE(d.session().snapshot().changes.view.empty()) << "nobody changed it by hand";
  open_settings(d);
  d.click(d.where("CBOW"));
  d.rest();
  const Lesson saved = parse_lesson(write_lesson(d.session().snapshot()), "saved.json");
  EXPECT_EQ(saved.changes.view.at("model"), Option(std::string("cbow")));
  Driver again("word-map");
  again.app().open(saved);
  again.rest();
  EXPECT_NE(now(again).description.find("CBOW"), std::string::npos) << now(again).description;
}

TEST(WordTrainingView, StepsAndStartsOver) {
  Driver d("word-training");
  d.rest();
  EXPECT_EQ(now(d).words_done, 0U);
  d.click(d.where("Step"));
  EXPECT_GT(now(d).words_done, 0U);
  EXPECT_EQ(d.session().inputs().resources.get(slots::vectors), newest(d));
  d.click(d.where("Start over"));
  EXPECT_EQ(now(d).words_done, 0U);
  EXPECT_EQ(d.session().inputs().resources.get(slots::vectors), newest(d));
}

TEST(WordTrainingView, AnotherSettingStartsOver) {
  Driver d("word-training");
  open_settings(d);
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

TEST(WordTrainingView, ANumberThatCannotBeIsASentence) {
  Driver d("word-training");
  open_settings(d);
  d.click(d.where("50"));  // dimensions
  d.type("5000");
  d.press(Key::enter);
  EXPECT_EQ(now(d).vectors->dim(), 50);
  EXPECT_NE(d.session().message.find("must be a number from 2 to 500"), std::string::npos)
      << d.session().message;
  EXPECT_TRUE(d.session().message_is_error);
  d.click(d.where("50"));
  d.type("x");
  d.press(Key::enter);
  EXPECT_NE(d.session().message.find("is no number: dimensions needs one"), std::string::npos)
      << d.session().message;
}

TEST(WordTrainingView, EachWayToLearnSaysWhatItIsAndTheSeedIsSet) {
  Driver d("word-training");
  open_settings(d);
  d.move(d.where("CBOW"));
  d.frame();
  EXPECT_TRUE(d.shows("The mean of the window is held against the centre word"));
  d.move(d.where("Tree"));
  d.frame();
  EXPECT_TRUE(d.shows_part("The turns on the way to the true word"));
  const Vec seed = d.where("seed");
  d.click({seed.x + 50 * d.scale(), seed.y});
  d.press(Key::backspace);
  d.type("7");
  d.press(Key::enter);
  EXPECT_NE(now(d).description.find("seed 7"), std::string::npos) << now(d).description;
}

TEST(WordTrainingView, NoSettingStandsAloneInARow) {
  for (const int width : {1280, 1600, 2560}) {
    Driver d("word-training", {.width = width, .height = width * 9 / 16});
    open_settings(d);
    EXPECT_NEAR(d.where("seed").y, d.where("min-count").y, 1) << width;
    d.click(d.where("subwords"));
    d.rest();
    EXPECT_NEAR(d.where("seed").y, d.where("min-count").y, 1) << width << ", with subwords";
  }
}

TEST(WordTrainingView, SubwordsAreASwitchWithTheirOwnNumbers) {
  Driver d("word-training");
  open_settings(d);
  EXPECT_FALSE(d.shows("n-grams from"));
  d.click(d.where("subwords"));
  EXPECT_TRUE(d.shows("n-grams from"));
  EXPECT_NE(now(d).description.find("subwords of 3 to 6"), std::string::npos) << now(d).description;
}

TEST(WordTrainingView, LearnsATextThatIsDropped) {
  const testing::TemporaryFolder folder;
  const std::string file = tale(folder, 400, "The Cat sat on the mat.\nA dog sat, too.\n");
  Driver d("word-training");
  open_settings(d);
  d.drop(file);
  EXPECT_EQ(now(d).vectors->words.size(), 8U);
  EXPECT_EQ(now(d).vectors->words[0], "the");
  EXPECT_EQ(now(d).vectors->dim(), 100U);
  EXPECT_EQ(now(d).vectors->words.find("mat."), -1);
  d.click(d.where("Step"));
  EXPECT_GT(now(d).words_done, 0U);
  EXPECT_EQ(d.session().inputs().resources.get(slots::vectors), newest(d));
  EXPECT_TRUE(d.shows("The text lacks the words of the lesson's analogies") || d.shows("Right analogies"));
  d.click(d.where("Signs stay"));
  d.click(d.where("small letters"));
  EXPECT_EQ(now(d).vectors->words.size(), 10U);  // "The" and "the", "sat" and "sat,"
  EXPECT_GE(now(d).vectors->words.find("mat."), 0);
  d.click(d.where("Small world"));
  EXPECT_GT(now(d).vectors->words.size(), 600U);
  EXPECT_EQ(now(d).vectors->dim(), 50U);
  EXPECT_FALSE(d.shows("small letters"));
  d.click(d.where("tale.txt"));
  EXPECT_EQ(now(d).vectors->words.size(), 10U) << "as it was cut before";
}

TEST(WordTrainingView, ATextOfOnesOwnGoesOnWhereItWasLeft) {
  const testing::TemporaryFolder folder;
  const std::string file = tale(folder, 40'000, "The cat sat on the mat.\nA dog sat, too.\n");
  std::uint64_t done = 0;
  {
    Driver d("word-training");
    d.session().jobs().keep_training_in(folder.path() / "cache" / "checkpoint");
    d.rest();
    d.drop(file);
    d.click(d.where("Step"));
    done = now(d).words_done;
    EXPECT_GT(done, 0U);
    EXPECT_LT(done, now(d).words_total);
    EXPECT_TRUE(d.shows(typeset_numbers(
        "400000 words, 8 different; 8 come 5 times or more: 100.0 % of the text.")));
    EXPECT_TRUE(d.says("The text is now read word by word"));
  }
  Driver d("word-training");
  d.session().jobs().keep_training_in(folder.path() / "cache" / "checkpoint");
  d.rest();
  EXPECT_EQ(now(d).words_done, 0U);  // the program's own
  EXPECT_FALSE(d.says("The text is now read word by word"));
  d.drop(file);
  EXPECT_EQ(now(d).words_done, done);
  EXPECT_NE(now(d).notes.back().find("where it was left"), std::string::npos);
  d.click(d.where("Start over"));
  EXPECT_EQ(now(d).words_done, 0U);
  EXPECT_EQ(now(d).notes.size(), 1U);
}

TEST(WordTrainingView, ATextOpensTheLessonThatLearnsIt) {
  const testing::TemporaryFolder folder;
  const std::string file = tale(folder, 400, "the cat sat on the mat\na dog sat too\n");
  for (const char* lesson : {"walkthrough", "word-map"}) {
    Driver d(lesson);
    d.rest();
    d.drop(file);
    EXPECT_EQ(d.session().lesson().id, "word-training") << lesson;
    EXPECT_EQ(now(d).vectors->words.size(), 8U) << lesson;
    EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  }
}

// A session is opened, and its text is no text to learn.
TEST(WordTrainingView, ASessionThatIsDroppedIsNotLearned) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "session.json").string();
  Driver d("word-training");
  d.rest();
  write_file(file, write_lesson(d.session().snapshot()));
  d.drop(file);
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_GT(now(d).vectors->words.size(), 600U);
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
  ASSERT_EQ(d.session().jobs().vector_training()->latest()->losses.size(), 1U);
  EXPECT_EQ(d.session().inputs().resources.get(slots::vectors), newest(d));
}

}  // namespace
}  // namespace glassformer
