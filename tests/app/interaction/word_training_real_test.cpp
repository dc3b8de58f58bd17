#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/jobs/jobs.h"
#include "app/jobs/recording.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// Learning from a real text in the window: recorded before anyone presses Train, then live, with
// the path of a word.
namespace glassformer {
namespace {

using testing::Driver;
using State = VectorTrainingSnapshot::State;

// While it lives, WordNet is looked for there.
class WordNetAt {
 public:
  explicit WordNetAt(const char* folder) { setenv("WNSEARCHDIR", folder, 1); }
  ~WordNetAt() { unsetenv("WNSEARCHDIR"); }
  WordNetAt(const WordNetAt&) = delete;
  WordNetAt& operator=(const WordNetAt&) = delete;
};

// Lines of the accent's colour on the map: the path has one from each moment to the next.
std::size_t path_lines(Driver& d) {
  const auto& commands = d.app().canvas().commands();
  const Color accent = make_theme(false, 1).accent, dark = make_theme(true, 1).accent;
  return static_cast<std::size_t>(
      std::count_if(commands.begin(), commands.end(), [&](const Command& one) {
        return one.kind == Command::Kind::line && one.points.size() == 2 &&
               (one.color == accent || one.color == dark) && one.points[0].x > 250 &&
               one.points[0].x < 1500;
      }));
}

TEST(WordTrainingReal, ShowsTheRecordingAndReadsNothing) {
  Driver d("word-training-real");
  d.rest();
  EXPECT_EQ(d.session().jobs().vector_training(), nullptr) << "nothing is read unasked";
  EXPECT_TRUE(d.shows("skip-gram · 100 numbers · window 5 · 5 epochs"));
  EXPECT_TRUE(d.shows("recorded, after 0 % of the training"));
  EXPECT_TRUE(d.shows("animal"));
}

TEST(WordTrainingReal, ThePathOfAWordEndsWhereTheSliderStands) {
  Driver d("word-training-real");
  d.rest();
  EXPECT_EQ(path_lines(d), 0U);
  d.go_to_step("The path of a word");
  d.rest();
  EXPECT_TRUE(d.shows("recorded, after 100 % of the training"));
  const std::size_t at_end = path_lines(d);
  EXPECT_EQ(at_end, shipped_vector_training(WordTrainingPlan::Source::wordnet).size() - 1);
  EXPECT_TRUE(d.shows("cosine with “dog”"));
}

TEST(WordTrainingReal, WithoutWordNetTheRecordingStaysAndASentenceSaysWhatToInstall) {
  const WordNetAt nowhere("/nowhere/at/all");
  Driver d("word-training-real");
  d.rest();
  d.move(d.where("WordNet"));
  d.frame();
  EXPECT_TRUE(d.shows_part("apt-get install wordnet-base"));
  d.click(d.where("Train"));
  d.session().jobs().vector_training()->wait();
  d.rest();
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("apt-get install wordnet-base"), std::string::npos)
      << d.session().message;
  EXPECT_TRUE(d.shows("recorded, after 0 % of the training"));
  d.click(d.where("Small world"));
  d.session().jobs().vector_training()->wait();
  d.rest();
  EXPECT_EQ(d.session().jobs().vector_training()->latest()->vectors->dim(), 50U);
  EXPECT_TRUE(d.says("A text is read here, and nothing else"));
  EXPECT_FALSE(d.says("WordNet is a dictionary"));
}

TEST(WordTrainingReal, TrainLearnsWordNetsText) {
  if (!wordnet_is_there()) GTEST_SKIP() << "wordnet-base is not installed";
  Driver d("word-training-real");
  d.rest();
  d.click(d.where("Step"));
  d.session().jobs().vector_training()->wait();
  d.rest();
  const VectorTrainingSnapshotPtr now = d.session().jobs().vector_training()->latest();
  EXPECT_GT(now->words_done, 0U) << now->error;
  EXPECT_GT(now->vectors->words.size(), 20'000U);
  EXPECT_EQ(d.session().inputs().resources.get(slots::vectors), now->vectors);
  EXPECT_TRUE(d.shows("animal"));
  EXPECT_TRUE(d.shows_part(" words/s"));
}

// A word that is too rare for the map is on it while it is lit, with those near it.
TEST(WordTrainingReal, ARareNeighbourIsOnTheMapWhileItIsLit) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "many.txt";
  std::ofstream out(file);
  for (int i = 0; i < 1800; ++i) {
    for (int k = 0; k < (i < 1700 ? 8 : 5); ++k) {
      out << "word" << i << " near" << i % 90 << " word" << i << "\n";
    }
  }
  out.close();
  Driver d("word-training-real");
  d.rest();
  d.drop(file.string());
  d.session().jobs().vector_training()->wait();
  d.rest();
  d.session().post(SetOption{"map_word", std::string("word1790"), 0});
  d.rest();
  const auto& commands = d.app().canvas().commands();
  const auto on_map = [&](std::string_view word) {
    return std::any_of(commands.begin(), commands.end(), [&](const Command& one) {
      return one.text == word && one.rect.x > 250 * d.scale() && one.rect.x < 900 * d.scale();
    });
  };
  EXPECT_FALSE(on_map("word1790")) << "the map has 1500 words";
  d.go_to_step("The path of a word");
  d.session().post(SetOption{"map_word", std::string("word1790"), 0});
  d.rest();
  EXPECT_TRUE(on_map("word1790"));
}

// A training that a lesson does not speak of goes on in another one, and is met there again.
TEST(WordTrainingReal, LeavesTheTrainingOfTheSmallWorldAlone) {
  Driver d("word-training");
  d.rest();
  d.click(d.where("Step"));
  const auto job = d.session().jobs().vector_training();
  job->wait();
  d.rest();
  d.app().open(find_lesson("word-training-real"));
  d.rest();
  EXPECT_TRUE(d.shows("recorded, after 0 % of the training"));
  EXPECT_EQ(d.session().jobs().vector_training(), job);
  d.app().open(find_lesson("word-training"));
  d.rest();
  EXPECT_EQ(d.session().jobs().vector_training(), job);
  EXPECT_GT(job->latest()->words_done, 0U);
  EXPECT_FALSE(d.shows_part("recorded, "));
}

TEST(WordTrainingReal, ATextThatCannotBeLearnedIsASentence) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "empty.txt";
  std::ofstream(file) << "  \n";
  Driver d("word-training-real");
  d.rest();
  d.drop(file.string());
  d.rest();
  EXPECT_EQ(d.session().jobs().vector_training(), nullptr) << "nothing was begun";
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("empty.txt: is empty"), std::string::npos)
      << d.session().message;
  EXPECT_TRUE(d.shows_part("recorded, after ")) << "what was on screen stays";
}

}  // namespace
}  // namespace glassformer
