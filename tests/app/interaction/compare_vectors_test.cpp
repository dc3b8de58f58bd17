#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/jobs/trained_sets.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/formats/file.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::Driver;

// The step that shows the neighbours in both sets.
void go_to_neighbours(Driver& driver) {
  driver.session().step = 1;
  driver.session().enter_step();
  driver.rest();
}

TEST(CompareVectorsView, BothListsFollowTheChosenWord) {
  Driver driver("compare-vectors");
  go_to_neighbours(driver);
  EXPECT_TRUE(driver.shows_part("king: "));
  driver.click(driver.where("Search: queen, *ing"));
  driver.type("paris");
  driver.press(Key::enter);
  driver.rest();
  EXPECT_TRUE(driver.shows_part("paris: "));
  EXPECT_EQ(driver.session().run()->tokens[0].front(), "paris");
}

TEST(CompareVectorsView, AnotherSetIsTrainedAndShown) {
  Driver driver("compare-vectors");
  driver.rest();
  const Vec right = driver.where("output");
  driver.click(driver.where_in("LSA", {right.x, right.y - 30, 900, 60}));
  driver.rest();
  ASSERT_TRUE(driver.session().inputs().resources.get(slots::compared));
  EXPECT_TRUE(driver.session().inputs().resources.get(slots::compared)->origin.starts_with("LSA"));
  EXPECT_FALSE(driver.session().can_undo());
  driver.click(driver.where("output"));
  driver.rest();
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::compared));
}

TEST(CompareVectorsView, RealWordsAreShownAtTheRight) {
  Driver driver("compare-vectors");
  driver.rest();
  driver.click(driver.where("real words"));
  driver.rest();
  EXPECT_TRUE(driver.shows("Real words, 64 numbers a word, as shipped"));
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::compared));
  driver.click(driver.where("output"));
  driver.rest();
  EXPECT_TRUE(driver.shows("Output vectors of the left set"));
}

// The middle of a tab over the left or the right map.
Vec tab(Driver& driver, const char* name, bool right) {
  const Vec output = driver.where("output");
  return driver.where_in(
      name, {right ? output.x - 60 : 0, output.y - 30, right ? 900 : output.x - 60, 60});
}

TEST(CompareVectorsView, ALeftSetWithoutOutputsLeavesNoneToShow) {
  Driver driver("compare-vectors");
  driver.rest();
  EXPECT_TRUE(driver.shows("Output vectors of the left set"));
  driver.click(tab(driver, "LSA", false));
  driver.rest();
  EXPECT_FALSE(driver.shows("Output vectors of the left set"));
  EXPECT_TRUE(driver.shows("skip-gram, 48 numbers a word, as shipped"));
  EXPECT_TRUE(driver.shows_part("LSA, 48 numbers a word, trained in "));
  EXPECT_TRUE(driver.says("Two sets of vectors stand side by side"));
  driver.click(driver.where("output"));
  driver.rest();
  EXPECT_TRUE(driver.shows("The left set has one vector for each word, no outputs"));
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::compared));
}

// What came along says no time: it was not trained here.
TEST(CompareVectorsView, HowLongATrainingTookStandsBesideIt) {
  Driver driver("compare-vectors", {.width = 1280, .height = 720});
  driver.rest();
  driver.click(tab(driver, "LSA", false));
  driver.rest();
  EXPECT_GT(TrainedSets::seconds_of(3), 0);
  EXPECT_EQ(TrainedSets::seconds_of(0), 0);
  EXPECT_TRUE(driver.shows(
      fmt::format("LSA, 48 numbers a word, trained in {:.1f} s", TrainedSets::seconds_of(3))));
}

TEST(CompareVectorsView, WhatIsChosenStaysInTheLesson) {
  Driver driver("compare-vectors");
  driver.rest();
  driver.click(tab(driver, "LSA", false));
  driver.rest();
  driver.click(tab(driver, "LSA", true));
  driver.rest();
  ASSERT_TRUE(driver.session().inputs().resources.get(slots::vectors));
  driver.app().open(find_lesson("evaluate"));
  driver.rest();
  EXPECT_TRUE(driver.shows("99.4 %"));
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::vectors));
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::compared));
}

TEST(CompareVectorsView, AFileThatWasOpenedElsewhereComesBack) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "mine.txt").string();
  write_file(file, "4 2\nking 1 0\nqueen 0 1\nman 1 1\nwoman 1 2\n");
  Driver driver("compare-vectors");
  driver.drop(file);
  driver.rest();
  const WordVectorsPtr mine = driver.session().inputs().resources.get(slots::vectors);
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->words.size(), 4U);
  driver.click(tab(driver, "LSA", false));
  driver.rest();
  EXPECT_NE(driver.session().inputs().resources.get(slots::vectors), mine);
  driver.app().open(find_lesson("word-arithmetic"));
  driver.rest();
  EXPECT_FALSE(driver.session().inputs().resources.get(slots::vectors)) << "as it is written";
  driver.session().take_offer(slots::vectors.name);
  driver.rest();
  EXPECT_EQ(driver.session().inputs().resources.get(slots::vectors), mine);
}

TEST(CompareVectorsView, ATrainingIsCancelledAndWhatIsShownKeepsItsName) {
  Driver driver("compare-vectors");
  driver.rest();
  for (const bool escape : {false, true}) {
    driver.moving = true;
    driver.click(tab(driver, "Bengio", false));
    driver.frame();
    driver.frame();
    EXPECT_TRUE(driver.shows_part("Bengio is trained: 0 %"));
    EXPECT_FALSE(driver.shows_part(" 0 s left"));
    EXPECT_TRUE(driver.shows("skip-gram, 48 numbers a word, as shipped"));
    if (escape) {
      driver.press(Key::escape);
    } else {
      driver.click(driver.where("Cancel"));
    }
    driver.frame();
    EXPECT_FALSE(driver.shows_part("Bengio is trained"));
    driver.moving = false;
    driver.rest();
    EXPECT_FALSE(driver.session().inputs().resources.get(slots::vectors));
  }
}

TEST(CompareVectorsView, AWordThatIsTouchedInOneListLightsInTheOther) {
  Driver driver("compare-vectors");
  go_to_neighbours(driver);
  const RunPtr run = driver.session().run();
  const std::string word = axis_label(run->tape.node(run->tape.find("right.cosine")).label.cols, 0);
  const Rect stage = driver.app().stage();
  driver.move(
      driver.where_in(word, {stage.center().x, stage.y + stage.h / 8, stage.w / 2, stage.h}));
  driver.rest();
  EXPECT_EQ(driver.session().hover.path, "right.cosine");
}

}  // namespace
}  // namespace glassformer
