#include <gtest/gtest.h>

#include "core/embed/word_vectors.h"
#include "tests/app/interaction/driver.h"

namespace glassformer {
namespace {

using testing::Driver;

TEST(CompareVectorsView, BothListsFollowTheChosenWord) {
  Driver driver("compare-vectors");
  driver.rest();
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
  ASSERT_TRUE(driver.session().inputs().vectors[1]);
  EXPECT_TRUE(driver.session().inputs().vectors[1]->origin.starts_with("LSA"));
  EXPECT_FALSE(driver.session().can_undo());
  driver.click(driver.where("output"));
  driver.rest();
  EXPECT_FALSE(driver.session().inputs().vectors[1]);
}

TEST(CompareVectorsView, AWordThatIsTouchedInOneListLightsInTheOther) {
  Driver driver("compare-vectors");
  driver.rest();
  const RunPtr run = driver.session().run();
  const std::string word = axis_label(run->tape.node(run->tape.find("right.cosine")).label.cols, 0);
  const Vec right = driver.where("output");
  driver.move(driver.where_in(word, {right.x - 60, 600, 900, 400}));
  driver.rest();
  EXPECT_EQ(driver.session().hover.path, "right.cosine");
}

}  // namespace
}  // namespace glassformer
