#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <utility>

#include "app/jobs/jobs.h"
#include "app/jobs/vector_training_job.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// The models that learn in the window: each with its own settings, and all that a training has.
namespace glassformer {
namespace {

using testing::Driver;
using State = VectorTrainingSnapshot::State;

VectorTrainingSnapshotPtr now(Driver& d) {
  d.session().jobs().vector_training()->wait();
  d.rest();
  return d.session().jobs().vector_training()->latest();
}

void choose(Driver& d, std::string_view model) {
  d.click(d.where(model));
  d.rest();
}

// The box of a text within an area.
Rect box_of(Driver& d, std::string_view text, Rect area) {
  for (const Command* one : d.texts()) {
    if (one->text == text && area.contains(one->rect.center())) return one->rect;
  }
  ADD_FAILURE() << "not on screen: “" << text << "”";
  return {};
}

// Types into the field behind a name; what the step does not speak of stands behind More.
void set(Driver& d, std::string_view name, std::string_view value) {
  const bool behind = !d.shows(name);
  if (behind) d.press(Key::o);
  const Rect label = box_of(d, name, {0, 0, 10'000, 10'000});
  d.click({label.right() + 30 * d.scale(), label.center().y});
  for (int i = 0; i < 8; ++i) d.press(Key::backspace);
  d.type(value);
  d.press(Key::enter);
  if (behind) d.press(Key::o);
  d.rest();
}

std::string tale(const testing::TemporaryFolder& folder, int times) {
  const std::filesystem::path file = folder.path() / "tale.txt";
  std::ofstream out(file);
  for (int i = 0; i < times; ++i) out << "the cat sat on the mat\na dog sat too\n";
  return file.string();
}

TEST(WordModels, EachTrainsToTheEndInTheDimensionsThatWereSet) {
  const testing::TemporaryFolder folder;
  const std::string file = tale(folder, 200);
  const std::pair<const char*, const char*> models[] = {{"Skip-gram", "skip-gram"},
                                                        {"CBOW", "CBOW"},
                                                        {"GloVe", "GloVe"},
                                                        {"LSA", "LSA of PPMI"},
                                                        {"Bengio", "Bengio's model"}};
  Driver d("word-training");
  d.rest();
  d.drop(file);
  for (const auto& [name, described] : models) {
    choose(d, name);
    set(d, "dimensions", "4");
    d.click(d.where("Train"));
    const VectorTrainingSnapshotPtr end = now(d);
    EXPECT_EQ(end->state, State::finished) << name << ": " << end->error;
    EXPECT_TRUE(end->description.starts_with(described)) << end->description;
    EXPECT_EQ(end->vectors->words.size(), 8U) << name;
    EXPECT_EQ(end->vectors->dim(), 4U) << name;
    EXPECT_EQ(d.session().inputs().resources.get(slots::vectors), end->vectors) << name;
    EXPECT_NE(end->vectors->origin.find("learned from tale.txt"), std::string::npos);
    EXPECT_TRUE(d.shows_part("finished")) << name;
  }
}

TEST(WordModels, EachShowsItsOwnSettingsAndNoOthers) {
  const std::vector<std::string> word2vec{"Negatives", "subwords", "window varies", "sample"},
      glove{"biases", "1/distance", "across sentences", "x_max"},
      lsa{"Log counts", "1/distance", "context power", "value power"},
      bengio{"direct connection", "context words", "hidden units", "batch"};
  const std::pair<const char*, std::vector<std::string>> models[] = {{"Skip-gram", word2vec},
                                                                     {"CBOW", word2vec},
                                                                     {"GloVe", glove},
                                                                     {"LSA", lsa},
                                                                     {"Bengio", bengio}};
  for (const int width : {1280, 2560}) {
    Driver d("word-training", {.width = width, .height = width * 9 / 16});
    d.rest();
    d.press(Key::o);
    for (const auto& [name, own] : models) {
      choose(d, name);
      for (const auto& settings : {word2vec, glove, lsa, bengio}) {
        for (const std::string& setting : settings) {
          const bool is_own = std::find(own.begin(), own.end(), setting) != own.end();
          EXPECT_EQ(d.shows(setting), is_own) << name << ": " << setting;
        }
      }
      for (const char* setting : {"dimensions", "min-count", "seed"}) {
        EXPECT_TRUE(d.shows(setting)) << name << ": " << setting;
      }
      EXPECT_NEAR(d.where("seed").y, d.where("min-count").y, 1) << name << ", " << width;
    }
  }
}

TEST(WordModels, WhatIsSetIsWhatIsTrainedAndStaysWithItsModel) {
  Driver d("word-training");
  d.rest();
  choose(d, "GloVe");
  d.click(d.where("biases"));
  set(d, "window", "3");
  set(d, "epochs", "2");
  set(d, "seed", "7");
  EXPECT_EQ(now(d)->description, "GloVe without biases, 50 dimensions, window 3, 2 epochs, seed 7");
  choose(d, "LSA");
  d.click(d.where("Log counts"));
  d.rest();
  EXPECT_FALSE(d.shows("context power"));
  EXPECT_EQ(now(d)->description, "LSA of log counts, 50 dimensions, window 5, seed 1");
  choose(d, "Bengio");
  EXPECT_TRUE(now(d)->description.starts_with("Bengio's model without direct connection"));
  d.click(d.where("direct connection"));
  set(d, "context words", "2");
  set(d, "hidden units", "9");
  EXPECT_EQ(now(d)->description,
            "Bengio's model, 2 words before, 9 hidden, 50 dimensions, 1 epoch, seed 1");
  choose(d, "GloVe");
  EXPECT_TRUE(now(d)->description.starts_with("GloVe without biases"));
  d.move(d.where("x_max"));
  EXPECT_TRUE(d.shows_part("Pairs that come this often or more matter alike"));
}

TEST(WordModels, GloveGoesThroughCellsAndDrawsItsCurves) {
  Driver d("word-training");
  d.rest();
  choose(d, "GloVe");
  set(d, "epochs", "2");
  d.click(d.where("Train"));
  EXPECT_EQ(now(d)->state, State::finished);
  EXPECT_TRUE(d.shows_part(" cells/s"));
  d.go_to_step("Pulled together, pushed apart");
  d.rest();
  EXPECT_TRUE(d.shows("mean loss"));
  d.go_to_step("Analogies start to work");
  d.rest();
  EXPECT_TRUE(d.shows("% of the analogies"));
  d.press(Key::home);
  d.rest();
  EXPECT_TRUE(d.says("The text is now read word by word"));
  EXPECT_FALSE(d.says("This is a recording of such a training"));
  choose(d, "Skip-gram");
  EXPECT_FALSE(d.says("The text is now read word by word"));
}

// It has no loss and no way: it shows its vectors and how many analogies come out, or nothing.
TEST(WordModels, LsaIsComputedInOneGo) {
  for (const int width : {1280, 2560}) {
    Driver d("word-training", {.width = width, .height = width * 9 / 16});
    d.rest();
    const WordVectorsPtr before = d.session().inputs().resources.get(slots::vectors);
    choose(d, "LSA");
    EXPECT_TRUE(d.shows("LSA has no vectors before it is computed"));
    EXPECT_FALSE(d.shows_part("cosine with"));
    EXPECT_EQ(d.session().inputs().resources.get(slots::vectors), before);
    d.click(d.where("Step"));
    EXPECT_EQ(now(d)->state, State::finished);
    EXPECT_EQ(d.session().inputs().resources.get(slots::vectors)->dim(), 50U);
    EXPECT_TRUE(d.shows_part(" % of the analogies   "));
    EXPECT_TRUE(d.shows("cosine with “king”"));
    EXPECT_FALSE(d.shows("Curves"));
    EXPECT_FALSE(d.shows("No loss to show"));
    EXPECT_FALSE(d.shows("Right analogies"));
  }
}

// Its rounds are short: a window can pause it, though the whole takes a minute and more.
TEST(WordModels, BengiosModelIsPausedInBetween) {
  Driver d("word-training");
  d.rest();
  choose(d, "Bengio");
  d.moving = true;
  d.click(d.where("Train"));
  int frames = 0;
  while (d.session().jobs().vector_training()->latest()->losses.empty() && ++frames < 100'000)
    d.frame();
  d.frame();
  EXPECT_TRUE(d.shows_part(" s left"));
  d.click(d.where("Pause"));
  d.moving = false;
  const VectorTrainingSnapshotPtr paused = now(d);
  EXPECT_EQ(paused->state, State::paused);
  EXPECT_LT(paused->progress, 0.5);
  EXPECT_GT(paused->progress, 0);
  EXPECT_TRUE(d.shows("Train"));
}

TEST(WordModels, ATextGoesOnWhereGloveLeftItAndLsaLeavesThatAlone) {
  const testing::TemporaryFolder folder;
  const std::string file = tale(folder, 400);
  const std::filesystem::path kept = folder.path() / "cache" / "checkpoint";
  std::uint64_t done = 0;
  {
    Driver d("word-training");
    d.session().jobs().keep_training_in(kept);
    d.rest();
    choose(d, "LSA");
    d.drop(file);
    d.click(d.where("Train"));
    EXPECT_EQ(now(d)->state, State::finished);
    EXPECT_FALSE(std::filesystem::exists(kept));
    choose(d, "GloVe");
    d.click(d.where("Step"));
    done = now(d)->words_done;
    EXPECT_GT(done, 0U);
    EXPECT_TRUE(std::filesystem::exists(kept));
  }
  Driver d("word-training");
  d.session().jobs().keep_training_in(kept);
  d.rest();
  choose(d, "LSA");
  d.drop(file);
  EXPECT_EQ(now(d)->notes.size(), 1U);
  d.click(d.where("Start over"));
  d.click(d.where("Train"));
  EXPECT_EQ(now(d)->state, State::finished);
  choose(d, "GloVe");
  EXPECT_EQ(now(d)->words_done, done);
  EXPECT_EQ(now(d)->notes.size(), 2U);
}

// The true gradient is a choice where a mean is taken, and another one.
TEST(WordModels, AMeanPassesOnTheTrueGradientOrTheWhole) {
  Driver d("word-training");
  d.rest();
  d.click(d.where("repeatable"));
  d.rest();
  EXPECT_FALSE(d.shows("true gradient"));
  d.click(d.where("subwords"));
  d.rest();
  EXPECT_TRUE(d.shows("true gradient"));
  d.click(d.where("subwords"));
  choose(d, "CBOW");
  const auto learned = [&] {
    d.click(d.where("Step"));
    return now(d)->vectors;
  };
  const WordVectorsPtr whole = learned();
  d.click(d.where("true gradient"));
  d.rest();
  EXPECT_EQ(now(d)->words_done, 0U);
  const WordVectorsPtr by_share = learned();
  double moved = 0;
  for (std::size_t k = 0; k < whole->dim(); ++k) {
    moved += std::abs(static_cast<double>(whole->vectors[0][k] - by_share->vectors[0][k]));
  }
  EXPECT_GT(moved, 1e-3);
  d.move(d.where("true gradient"));
  EXPECT_TRUE(d.shows_part("Each of the n rows of a mean gets 1/n"));
}

TEST(WordModels, ATrainingIsMetAgainWithItsSettings) {
  const testing::TemporaryFolder folder;
  Driver d("word-training");
  d.rest();
  choose(d, "LSA");
  set(d, "dimensions", "5");
  d.drop(tale(folder, 200));
  d.click(d.where("Train"));
  const VectorTrainingSnapshotPtr learned = now(d);
  d.app().open(find_lesson("evaluate"));
  d.rest();
  d.app().open(find_lesson("word-training"));
  d.rest();
  EXPECT_EQ(now(d), learned);
  if (!d.shows("Log counts")) d.press(Key::o);
  EXPECT_TRUE(d.shows("Log counts"));
  EXPECT_TRUE(d.shows("tale.txt"));
  EXPECT_FALSE(d.shows("No loss to show"));
  d.click(d.where("Start over"));
  EXPECT_EQ(now(d)->description, "LSA of PPMI, 5 dimensions, window 5, seed 1");
}

TEST(WordModels, ATrainingThatDivergesIsASentence) {
  Driver d("word-training");
  d.rest();
  set(d, "rate", "1");
  d.click(d.where("Train"));
  EXPECT_EQ(now(d)->state, State::failed);
  EXPECT_TRUE(d.shows_part("the training diverged"));
  EXPECT_FALSE(d.session().message_is_error) << d.session().message;
}

// As large as they are, a low window has room for all neighbours of a clicked word.
TEST(WordModels, ALowWindowListsTheNeighboursOfAClickedWord) {
  Driver d("word-training", {.width = 1280, .height = 720});
  d.rest();
  d.click(d.where("Step"));
  now(d);
  d.click(d.where("Step"));
  now(d);
  EXPECT_TRUE(d.shows("cosine with “king”"));
  d.click({480, 400});  // in the middle of the map
  for (int x = 300; d.shows("cosine with “king”") && x < 660; x += 12) {
    d.click({static_cast<float>(x), 400});
  }
  EXPECT_TRUE(d.shows_part("cosine with “"));
  EXPECT_FALSE(d.shows("cosine with “king”"));
}

}  // namespace
}  // namespace glassformer
